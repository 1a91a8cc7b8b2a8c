import { rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Repricing } from '../billing-day/dirty-days.ts';
import { lastClosedMonth, signedUpTo } from '../closed-month/closed-month.ts';

/**
 * Refuses with 409 changes of price, all of one contract or of all contracts of one currency, that begin before the end
 * of a month signed under them: what was billed stays.
 */
export async function assertUnsignedFrom(tx: Tx, changes: readonly Repricing[]): Promise<void> {
  const first = changes[0];
  if (!first) return;
  const month = await lastClosedMonth(tx, first);
  if (!month) return;
  const signedUntil = rangeOf(month, billingZoneOf(first.currency)).end;
  if (changes.some(({ from }) => from.getTime() < signedUntil)) {
    throw signedUpTo(month, 'prices of signed months do not change');
  }
}
