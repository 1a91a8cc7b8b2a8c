import type { Contract } from '@usance/api/contract/contract';
import { mayOpen } from './may-open.ts';
import type { MenuItem } from './menu.ts';

/**
 * Returns the page that a switch to another contract leads to: the same one, or the list of a detail page. If the
 * reader may not open it there, it is the contract's overview.
 */
export function pageIn(contract: Contract, route: string, pages: readonly MenuItem[]): string {
  const page = pages.find(({ to, opensTab }) => !opensTab && route.startsWith(to.replace(/\/$/, '')));
  return page && mayOpen(page, contract) ? page.to : '/contracts/$contractId/overview';
}
