import { type BillingMonth, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import type { Deps } from '../../../../platform/context.ts';
import { dirtyDays } from '../../../metering/billing-day/dirty-days.ts';
import { calculatePurchases } from '../../../metering/rating/calculate-purchases.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { linesOfMonth } from '../../purchase/purchase-sums.ts';
import type { ExactLine } from '../record/exact-line.ts';
import { cycleOf } from './draft-statement.ts';

/** Where a month's lines come from: all that was metered until now, rated. Refuses with 409 what no price covers. */
export type MonthLines = (deps: Deps, contract: ContractRow, month: BillingMonth) => Promise<readonly ExactLine[]>;

/** Takes in pending usage and rates the whole month again, at the prices of now. */
export const ratedLines: MonthLines = async (deps, contract, month) => {
  const { start, end } = cycleOf(month, contract);
  await calculatePurchases(deps, { contractId: contract.id, start: start.toISOString(), end: end.toISOString() });
  return linesOfMonth(deps.db, deps.clickhouse, contract, month);
};

/** For a month that was just rated: rates it again only when usage has come in since, so that a lock is held shortly. */
export const freshLines: MonthLines = async (deps, contract, month) => {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const marked = await dirtyDays(deps.db, contract.id);
  if (marked.some(({ day }) => first <= day && day <= last)) return ratedLines(deps, contract, month);
  return linesOfMonth(deps.db, deps.clickhouse, contract, month);
};
