import { type BillingMonth, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import type { Deps } from '../../../../platform/context/context.ts';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { Outdated } from '../../../../platform/start-over.ts';
import { dirtyDays } from '../../../metering/billing-day/dirty-days.ts';
import { liveRuns } from '../../../metering/billing-day/live-runs.ts';
import { calculatePurchases } from '../../../metering/rating/calculate-purchases.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { linesOfMonth } from '../../purchase/month-lines.ts';
import { cycleOf } from '../record/cycle.ts';
import type { ExactLine } from '../record/exact-line.ts';

/** A month's lines, and the rating runs that they sum: they hold for as long as exactly these runs count. */
export interface RatedMonth {
  readonly lines: readonly ExactLine[];
  readonly runs: readonly bigint[];
}

/** Where a month's lines come from. It takes as long as rating takes, so nobody calls it inside a transaction. */
export type RateMonth = (deps: Deps, contract: ContractRow, month: BillingMonth) => Promise<RatedMonth>;

/** Takes in pending usage and rates the whole month again, at the prices of now. Refuses with 409 what no price covers. */
export const rateMonth: RateMonth = async (deps, contract, month) => {
  const { start, end } = cycleOf(month, contract.currency);
  await calculatePurchases(deps, contract, { start: start.toISOString(), end: end.toISOString() });
  return linesOfMonth(deps, contract.id, month);
};

/** Throws Outdated when usage has come in, or a day was rated again, since the month was rated. */
export async function assertStillRated(
  tx: Tx,
  contract: LockedContract,
  month: BillingMonth,
  rated: RatedMonth,
): Promise<void> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const waiting = await dirtyDays(tx, contract.id);
  if (waiting.some(({ day }) => first <= day && day <= last)) throw new Outdated(stillArriving);
  const counting = await liveRuns(tx, contract.id, first, last);
  const isSame = counting.length === rated.runs.length && counting.every(({ runNo }, at) => runNo === rated.runs[at]);
  if (!isSame) throw new Outdated(stillArriving);
}

const stillArriving = 'Usage keeps arriving for this month. Please try again.';
