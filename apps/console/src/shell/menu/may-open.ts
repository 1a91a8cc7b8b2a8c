import type { Contract } from '@usance/api/contract/contract';
import type { MenuItem } from './menu.ts';

/** True if the reader's roles on the contract open the page. Entries for operators and blacklists are never jumped to. */
export function mayOpen({ auth }: Pick<MenuItem, 'auth'>, { permissions }: Contract): boolean {
  if (auth === undefined) return true;
  return auth !== 'blacklist' && auth !== 'super' && permissions?.[auth] === true;
}
