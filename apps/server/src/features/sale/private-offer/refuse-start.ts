import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { lastClosedMonth, signedUntil, signedUpTo } from '../../metering/closed-month/closed-month.ts';

/** Throws 409 if the contract has ended, or the offer starts in or before a signed month. */
export async function refuseStart(tx: Tx, contract: LockedContract, effectiveDate: Date): Promise<void> {
  const { state } = contract;
  if (ended.has(state)) throw conflict('CONTRACT_STATE_CONFLICT', `This contract is ${state}.`, { state });
  await refuseSignedStart(tx, contract, effectiveDate);
}

const ended = new Set<LockedContract['state']>(['End', 'Renewed', 'Dropped', 'Invalid']);

/** Throws 409 if the offer starts in or before a signed month. */
export async function refuseSignedStart(tx: Tx, contract: LockedContract, effectiveDate: Date): Promise<void> {
  const until = await signedUntil(tx, contract);
  const month = await lastClosedMonth(tx, { contractId: contract.id, currency: contract.currency });
  if (until && month && effectiveDate < until)
    throw signedUpTo(month, 'an offer must begin after them', { field: 'effectiveDate' });
}
