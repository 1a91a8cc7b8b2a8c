import { reachesShare } from '@usance/money/percent';
import { sql } from 'kysely';
import { bounded } from '#platform/clickhouse/bounded.ts';
import { isAway } from '#platform/clickhouse/is-away.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Deps, Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { forecastMonth } from '../purchase/forecast/forecast-month.ts';
import { type BudgetRow, runningMonth } from './budget.ts';

type Expecting = Pick<Deps, 'db' | 'clickhouse' | 'log'>;

/**
 * Reckons what the running month will come to for budgets that warn by it and have a new count, at most once an hour,
 * and tells people. The end of a contract brings no count, and is reckoned with at once. It reads half a year, within
 * the limits of a read. A budget that fails is logged, and tried again with the first new count after an hour. Throws if
 * ClickHouse is away.
 */
export async function expectBudgets(deps: Expecting, now: Date): Promise<void> {
  const { rows } = await sql<BudgetRow>`
    select budget.* from budget join contract on contract.id = contract_id
    where cardinality(forecast_warnings) > 0 and spent is not null
      and (expected_at is null or (expected_at < counted_at and expected_at <= ${now}::timestamptz - interval '1 hour')
        or (expected_at < ended_at and ended_at <= ${now}))
    order by contract_id, budget.id`.execute(deps.db);
  const clickhouse = bounded(deps.clickhouse, { limits: limitsOf.read });
  for (const budget of rows) {
    try {
      await expectBudget({ ...deps, clickhouse }, budget, now);
    } catch (error) {
      // All others would wait as long for it.
      if (await isAway(deps.clickhouse, error)) throw error;
      await keepTried(deps, budget, now);
      deps.log.error({ contractId: budget.contract_id, err: error }, 'reckoning what a budget is to expect failed');
    }
  }
}

/** Other terms, set meanwhile, are due at once. */
async function keepTried({ db }: Expecting, { contract_id, id, ...terms }: BudgetRow, now: Date): Promise<void> {
  await db
    .updateTable('budget')
    .set({ expected_at: now })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .where('amount', '=', terms.amount)
    .where(sql<boolean>`forecast_warnings = ${terms.forecast_warnings}::int[]`)
    .where(sql<boolean>`filter = ${JSON.stringify(terms.filter)}::jsonb`)
    .execute();
}

async function expectBudget({ db, clickhouse }: Expecting, budget: BudgetRow, now: Date): Promise<void> {
  const contract = await getContract(db, budget.contract_id);
  const month = runningMonth(contract.currency, now);
  if (budget.month !== month) return;
  const query = { ...budget.filter, includeZeroAmount: true };
  const { atEnd } = await forecastMonth({ db, clickhouse, contract, now }, { query });
  await db.transaction().execute(async (tx) => {
    const locked = await lockContract(tx, budget.contract_id);
    const row = await tx
      .updateTable('budget')
      .set({ expected: atEnd?.expected ?? null, expected_at: now })
      .where('contract_id', '=', budget.contract_id)
      .where('id', '=', budget.id)
      .where('month', '=', month)
      .where(sql<boolean>`cardinality(forecast_warnings) > 0`)
      .where(sql<boolean>`filter = ${JSON.stringify(budget.filter)}::jsonb`)
      .returningAll()
      .executeTakeFirst();
    if (row) await tellOfForecast({ tx, now }, locked, row);
  });
}

/**
 * Tells people, once in a month for each amount, of the highest share that the forecast has reached and the cost has
 * not. A forecast that falls again is no news.
 */
async function tellOfForecast(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { id, amount, forecast_warnings: shares, spent, expected, month }: BudgetRow,
): Promise<void> {
  if (spent === null || expected === null || month === null) return;
  const share = shares.findLast((each) => reachesShare(expected, amount, each));
  if (share === undefined || reachesShare(spent, amount, share)) return;
  const keyOf = (each: number) => `${id} ${month} ${each} ${amount} expected`;
  const higher = shares.filter((each) => each > share).map(keyOf);
  const told = await work.tx
    .selectFrom('notification')
    .select('no')
    .where('contract_id', '=', contract.id)
    .where(sql<boolean>`dedupe_key = any(${higher}::text[])`)
    .executeTakeFirst();
  if (told) return;
  await notifyPeople(work, contract, {
    kind: 'budget',
    dedupeKey: keyOf(share),
    ...{ month, spent, expected, amount, currency: contract.currency, percent: share, event: 'expected' },
  });
}
