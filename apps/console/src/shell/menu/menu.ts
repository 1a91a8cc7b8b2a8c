import type { AnyRoute } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { ComponentType } from 'react';

type MenuSection = 'home' | 'billing' | 'contract';

/** The menus of routes: a sidebar for each section, and the menu behind the avatar. */
type Menu = MenuSection | 'avatar';

/**
 * The condition of an entry. `blacklist`: the contract is on the blacklist. `super`: an operator acts for a customer.
 * Otherwise the reader's roles on the contract must allow it.
 */
export type MenuAuth = 'blacklist' | 'super' | keyof NonNullable<Contract['permissions']>;

/** A route's description of itself for the shell. Words are functions, so that they follow the language. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Its menu; without one, the route is in none. */
    menu?: Menu;
    label?: () => string;
    icon?: ComponentType<{ size?: number | string; stroke?: number | string }>;
    order?: number;
    /** The letter that leads there after `g`. */
    goKey?: string;
    /**
     * The condition for showing it in the menu; without one, everyone sees it. The page itself is guarded by its calls
     * to the server.
     */
    auth?: MenuAuth;
    /** True if it opens in a new tab. */
    opensTab?: boolean;
    /** A crumb that depends on the page, such as a contract's name; wins over `label`. */
    crumb?: (match: { params: Readonly<Record<string, string | undefined>>; loaderData: unknown }) => string;
    /** The entry of the sidebar that is current on this page, if the page's address is not below that of the entry. */
    under?: string;
    /** The sidebar shown for this route and all below it. */
    section?: MenuSection;
  }
}

export interface MenuItem {
  to: string;
  label: string;
  icon: NonNullable<AnyRoute['options']['staticData']>['icon'];
  auth: MenuAuth | undefined;
  opensTab: boolean;
  goKey: string | undefined;
}

/** Returns the entries of one menu from the route tree: a new screen appears by describing itself. */
export function menuOf(wanted: Menu, routes: readonly AnyRoute[]): MenuItem[] {
  return routes
    .flatMap((route) => {
      const { menu, label, icon, order = 100, auth, opensTab = false, goKey } = route.options.staticData ?? {};
      return menu === wanted && label !== undefined
        ? [{ to: route.fullPath as string, label: label(), icon, auth, opensTab, goKey, order }]
        : [];
    })
    .sort((left, right) => left.order - right.order);
}
