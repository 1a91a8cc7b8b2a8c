import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { accountQueries } from '../../features/account/account.queries.ts';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { contractBlacklistQueries } from '../../features/contract-blacklist/contract-blacklist.queries.ts';
import { usePainted } from '../../ui/late/painted.ts';
import { type MenuAuth, type MenuItem, menuOf } from './menu.ts';

/**
 * Returns the entries of a menu whose conditions hold for the page's contract or the given one. An entry whose condition
 * is still loading is left out.
 */
export function useMenu(wanted: Parameters<typeof menuOf>[0], given?: Contract): MenuItem[] {
  const { routesById } = useRouter();
  const params = useParams({ strict: false });
  const contractId = given?.id ?? params.contractId ?? '';
  const items = menuOf(wanted, Object.values(routesById));
  const identity = useQuery({ ...accountQueries.whoami(), enabled: false }).data;
  const isPainted = usePainted();
  const isListed = useQuery({
    ...contractBlacklistQueries.check(contractId),
    enabled: isPainted && contractId !== '' && items.some(({ auth }) => auth === 'blacklist'),
  }).data;
  const detail = useQuery({ ...contractQueries.detail(contractId), enabled: false }).data;
  const permissions = (given ?? detail)?.permissions;
  const holds = (auth: MenuAuth): boolean => {
    if (auth === 'blacklist') return isListed === true;
    if (auth === 'super') return identity?.assumed !== undefined;
    return permissions?.[auth] === true;
  };
  return items.filter(({ auth }) => auth === undefined || holds(auth));
}
