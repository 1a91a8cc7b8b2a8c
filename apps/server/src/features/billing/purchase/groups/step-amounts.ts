import { add, type Decimal, zero } from '@usance/money/decimal';
import type { PurchaseContext } from '../selection/purchase-selection.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { keySql } from './grouping.ts';
import type { GroupsQuery } from './groups-page.ts';
import { stepSql } from './step.ts';

/** Amounts by the first day of their step. */
type ByStep = Map<string, Decimal>;

export type StepAmounts = {
  readonly total: ByStep;
  readonly former: ByStep;
  /** By the key of the group, only for listed groups. */
  readonly byGroup: ReadonlyMap<string, ByStep>;
};

/** Returns the amounts of each step: of the listed groups, of all, and of all in the former period. */
export async function stepAmounts(
  { clickhouse }: Pick<PurchaseContext, 'clickhouse'>,
  { sums, params, zone, amountSql, formerSql }: ComparedPeriods,
  { groupBy, step }: GroupsQuery,
  keys: readonly string[],
): Promise<StepAmounts> {
  const key = keySql(groupBy);
  const rows = await clickhouse.queryKept<{ listed: string | null; step: string; total: string; former: string }>(
    `SELECT if(${key} IN {keys:Array(String)}, toNullable(toString(${key})), NULL) AS listed,
       ${stepSql(step, zone)} AS step, ${amountSql} AS total, ${formerSql} AS former
     FROM ${sums} GROUP BY listed, step`,
    { ...params, keys },
  );
  const amounts = { total: new Map(), former: new Map(), byGroup: new Map<string, ByStep>() };
  for (const key of keys) amounts.byGroup.set(key, new Map());
  for (const row of rows) {
    plus(amounts.total, row.step, row.total);
    plus(amounts.former, row.step, row.former);
    if (row.listed !== null) amounts.byGroup.get(row.listed)?.set(row.step, add(zero, row.total));
  }
  return amounts;
}

function plus(amounts: ByStep, step: string, amount: string): void {
  amounts.set(step, add(amounts.get(step) ?? zero, amount));
}
