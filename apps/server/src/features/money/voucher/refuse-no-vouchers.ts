import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

const over: readonly LockedContract['state'][] = ['End', 'Renewed', 'Dropped', 'Invalid'];

/** Throws 409 if the contract will have no usage that a voucher could pay. */
export function refuseNoVouchers({ state, is_study }: LockedContract): void {
  if (is_study) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is a study, on which nothing is owed.');
  if (over.includes(state)) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is over.', { state });
}
