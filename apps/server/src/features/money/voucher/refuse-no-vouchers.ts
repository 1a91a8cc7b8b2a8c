import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

const over: readonly LockedContract['state'][] = ['End', 'Renewed', 'Dropped', 'Invalid'];

/** Refuses vouchers for a contract of which no hours are to come that one could pay (409). */
export function refuseNoVouchers({ state, is_study }: LockedContract): void {
  if (is_study) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is a study: nothing on it is owed.');
  if (over.includes(state)) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is over.', { state });
}
