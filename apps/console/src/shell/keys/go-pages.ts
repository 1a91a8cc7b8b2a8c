import type { AnyRouter } from '@tanstack/react-router';
import { type MenuItem, menuOf } from '../menu/menu.ts';

interface GoPage extends MenuItem {
  goKey: string;
}

/** The pages of these menus that a letter after `g` leads to. */
export function goPages(
  { routesById }: Pick<AnyRouter, 'routesById'>,
  menus: readonly Parameters<typeof menuOf>[0][] = ['home', 'avatar', 'billing', 'contract'],
): GoPage[] {
  const routes = Object.values(routesById);
  return menus.flatMap((menu) => menuOf(menu, routes)).filter((item): item is GoPage => item.goKey !== undefined);
}
