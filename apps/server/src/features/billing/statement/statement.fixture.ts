import { statements } from '@usance/api/billing/statement';
import { formatDecimal, sum } from '@usance/money/decimal';
import { firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { internalCaller } from '#testing/callers.ts';
import type { Records, TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { liveRuns } from '../../metering/billing-day/live-runs.ts';
import type { HourAmount, MonthLine } from '../purchase/month-lines.ts';
import type { StatementRow } from '../statement-record/statement.queries.ts';
import { runDueStatements } from './run-due.ts';
import type { RatedMonth, RateMonth } from './signing/month/rated-month.ts';
import { signStatement } from './signing/sign-statement.ts';

/** A line that costs `amount`, without an engine. */
export function costing(amount: string, given: Partial<MonthLine> = {}): MonthLine {
  return {
    product: 'Compute',
    type: 'warehouse',
    subType: '',
    billingItem: `r5.${amount}`,
    cloudProvider: 'aws',
    region: 'us-east-1',
    edition: 'ENTERPRISE',
    consumption: '12.5',
    consumptionUnit: 'core-hour',
    listPrice: '0.25',
    priceUnit: 'USD/core-hour',
    discount: '1',
    adjustment: false,
    rows: 3n,
    amount,
    ...given,
  };
}

/** A month with these lines in its first hour, by default without runs. */
export function inOneHour(lines: readonly MonthLine[], month: string): RatedMonth {
  const hour = instant(`${month}-01T00:00:00Z`);
  return { lines, hours: [{ hour, amount: formatDecimal(sum(lines.map(({ amount }) => amount)), 12) }], runs: [] };
}

/** Signs a month with these lines, by default in its first hour, and at 09:00 on the 2nd of the next month. */
export function signed(
  app: Records,
  of: { contractId: string; month: string; lines: readonly MonthLine[]; hours?: readonly HourAmount[]; at?: string },
): Promise<StatementRow> {
  const now = new Date(of.at ?? '2026-10-02T09:00:00Z');
  const month = parseBillingMonth(of.month);
  return app.deps.db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, of.contractId);
    const counting = await liveRuns(tx, contract.id, firstDayOf(month), lastDayOf(month));
    const { lines, hours } = inOneHour(of.lines, of.month);
    const rated = { lines, hours: of.hours ?? hours, runs: counting.map(({ runNo }) => runNo) };
    return signStatement({ tx, now, log: app.deps.log }, contract, { month, rated, earlier: [] });
  });
}

/** Rates months from this map without an engine; others cost nothing. */
export function linesFrom(months: Record<string, Record<string, readonly MonthLine[]>>): RateMonth {
  return async (_, contract, month) => inOneHour(months[contract.id]?.[month] ?? [], month);
}

/** Returns a contract's statements, earliest month first. */
export async function statementsOf(app: TestApp, id: string) {
  return (await internalCaller(app).call(statements.list, { params: { id }, query: { ordering: 'asc' } })).items;
}

/** Returns the payable amounts of a contract's statements, by month. */
export async function payables(app: TestApp, id: string): Promise<Record<string, string>> {
  return Object.fromEntries((await statementsOf(app, id)).map(({ month, payableAmount }) => [month, payableAmount]));
}

/** Runs the calendar's round at an instant. */
export function runAt(app: TestApp, at: string, rate: RateMonth = linesFrom({})) {
  return runDueStatements(app.deps, new Date(at), rate);
}
