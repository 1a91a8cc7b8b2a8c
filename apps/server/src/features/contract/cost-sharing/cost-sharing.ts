import type { ParsedBody } from '@usance/api/call';
import type { CostSharing, costSharings } from '@usance/api/contract/cost-sharing';
import type { Work } from '#platform/context/context.ts';
import { shareCosts } from '../contract/change-contract.ts';
import type { ContractRow } from '../contract/contract.ts';
import type { OnLocked } from '../contract/locked.ts';

/** The wire form of the setting. */
export function costSharingOf({ id, shares_costs }: Pick<ContractRow, 'id' | 'shares_costs'>): CostSharing {
  return { contractId: id, shared: shares_costs };
}

/** Lets every role read the costs of the contract's data clouds, or only the roles that read bills, from the next call. */
export async function updateCostSharing(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  { body: { shared } }: { body: ParsedBody<typeof costSharings.update> },
): Promise<CostSharing> {
  await shareCosts(tx, contract, shared);
  return { contractId: contract.id, shared };
}
