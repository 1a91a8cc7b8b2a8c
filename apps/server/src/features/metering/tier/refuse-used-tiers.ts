import { rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { lastClosedMonth, signedUpTo } from '../closed-month/closed-month.ts';

/** Throws 409 if a change of tiers affects a signed month. */
export async function refuseUsedTiers(tx: Tx, contract: LockedContract, from: Date): Promise<void> {
  const month = await lastClosedMonth(tx, { contractId: contract.id, currency: contract.currency });
  if (month === undefined || from >= new Date(rangeOf(month, billingZoneOf(contract.currency)).end)) return;
  throw signedUpTo(month, 'tiers of signed months do not change');
}
