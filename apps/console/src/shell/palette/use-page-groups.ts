import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import type { MenuItem } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import type { PaletteGroup } from './palette-entry.ts';

/** Returns the pages of a contract, of its bills, and of the account, as the menus list them. */
export function usePageGroups(contract: Contract | undefined): PaletteGroup[] {
  const home = [...useMenu('home'), ...useMenu('avatar').filter(({ to }) => to !== '/logout')];
  const ofContract = useMenu('contract', contract);
  const ofBills = useMenu('billing', contract);
  const { id = '', tags: name = '' } = contract ?? {};
  return [
    ...(contract
      ? [
          { title: m.palette_bills({ name }), entries: ofBills.map(entryOf({ contractId: id })) },
          {
            title: m.palette_contract({ name }),
            entries: ofContract.filter(({ opensTab }) => !opensTab).map(entryOf({ contractId: id })),
          },
        ]
      : []),
    { title: m.palette_home(), entries: home.map(entryOf({})) },
  ];
}

const entryOf =
  (params: Readonly<Record<string, string>>) =>
  ({ to, label, icon, goKey }: MenuItem) => ({
    id: to,
    label,
    icon,
    ...(goKey !== undefined && { keys: ['g', goKey] }),
    leads: { to, params },
  });
