import type { Day } from '@usance/period/day';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { monthOf } from '../../billing-day/carried-amounts.ts';
import { closedMonths } from '../../closed-month/closed-month.ts';

/** Throws 409 if one of the days lies in a signed month. */
export async function refuseSignedMonths(db: DbOrTx, contractId: string, days: readonly Day[]): Promise<void> {
  const closed = await closedMonths(db, contractId);
  const touched = [...new Set(days.map(monthOf))].filter((month) => closed.has(month));
  if (touched.length === 0) return;
  const months = touched.join(', ');
  throw conflict('MONTH_SIGNED', `The statement of ${months} is signed, so its usage is never rated again.`, {
    months,
  });
}
