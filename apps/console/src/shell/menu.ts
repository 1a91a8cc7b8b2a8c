import type { AnyRoute } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import type { ComponentType } from 'react';

export type MenuSection = 'home' | 'billing' | 'contract';

/** The lists that routes stand in: a sidebar for each section, and the menu behind the avatar. */
type Menu = MenuSection | 'avatar';

/**
 * `blacklist`: while the contract is on the blacklist. `super`: one of our own people, acting for a customer. Else what the
 * reader's roles on the contract have to allow.
 */
export type MenuAuth = 'blacklist' | 'super' | keyof NonNullable<Contract['permissions']>;

/** What a route says about itself for the shell. Words are functions, so that they follow the language. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The menu it stands in; left out, it stands in none. */
    menu?: Menu;
    label?: () => string;
    icon?: ComponentType<{ size?: number | string; stroke?: number | string }>;
    order?: number;
    /** Who finds it in the menu; everybody when left out. The page itself is guarded by what it asks the server. */
    auth?: MenuAuth;
    /** Opens beside what it leads away from. */
    opensTab?: boolean;
    /** A crumb that depends on the page, such as a contract's name; wins over `label`. */
    crumb?: (match: { params: Readonly<Record<string, string | undefined>>; loaderData: unknown }) => string;
    /** Sets which sidebar is shown for this route and all below it. */
    section?: MenuSection;
  }
}

export interface MenuItem {
  to: string;
  label: string;
  icon: NonNullable<AnyRoute['options']['staticData']>['icon'];
  auth: MenuAuth | undefined;
  opensTab: boolean;
}

/** The entries of one menu, read off the route tree: a new screen appears by describing itself. */
export function menuOf(wanted: Menu, routes: readonly AnyRoute[]): MenuItem[] {
  return routes
    .flatMap((route) => {
      const { menu, label, icon, order = 100, auth, opensTab = false } = route.options.staticData ?? {};
      return menu === wanted && label !== undefined
        ? [{ to: route.fullPath as string, label: label(), icon, auth, opensTab, order }]
        : [];
    })
    .sort((left, right) => left.order - right.order);
}
