import { compare } from '@usance/money/decimal';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { brokenDays } from '../billing-day/carried-amounts.ts';
import { runsRolledUpWrong } from './engine/roll-up.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/** The runs in memory at a time; they block the event loop for a few milliseconds. */
const runsUsually = 10_000;

/**
 * Compares each live run's rows with the totals in PostgreSQL and with their roll-up, and yields a sentence for each difference. Reads only.
 */
export async function* verifyRated(engines: Engines, runsAtOnce = runsUsually): AsyncGenerator<string> {
  yield* verifyRuns(engines, runsAtOnce);
  yield* await verifyCompleteness(engines.db);
  yield* await neverRated(engines.db);
  yield* await verifyCarried(engines.db);
}

/** With tiers, a day's carried amount must equal the amount of the days before it in its month. */
async function verifyCarried(db: Deps['db']): Promise<string[]> {
  return (await brokenDays(db)).map(({ contractId, day, carriedIn, before }) => {
    const found = before === null ? 'a day before it keeps no amount' : `the days before it come to ${before}`;
    return `${contractId}: ${day} was cut into tiers from ${carriedIn} on, and ${found}`;
  });
}

/** Marked days in signed months: they are never rated. */
async function neverRated(db: Deps['db']): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s: %s waits to be rated, and its month is signed', contract_id, day) as problem
    from usage_dirty_day join closed_month using (contract_id)
    where closed_month.month = to_char(day, 'YYYY-MM') order by contract_id, day`.execute(db);
  return rows.map(({ problem }) => problem);
}

/** A day without a mark must be rated with its acknowledged totals. Older runs have no quantity. */
async function verifyCompleteness(db: Deps['db']): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s: %s rows of %s were acknowledged for %s, %s of %s are rated and no day waits', contract_id,
      coalesce(used.rows, 0), coalesce(used.quantity, 0), day, coalesce(rated.rows, 0), coalesce(rated.quantity, 0)) as problem
    from usage_day as used full join rated_day as rated using (contract_id, day)
    where (coalesce(used.rows, 0) <> coalesce(rated.rows, 0)
        or (rated.run_no is null or rated.quantity is not null) and coalesce(used.quantity, 0) <> coalesce(rated.quantity, 0))
      and not exists (select from usage_dirty_day as marked
        where marked.contract_id = coalesce(used.contract_id, rated.contract_id) and marked.day = coalesce(used.day, rated.day))
    order by contract_id, day`.execute(db);
  return rows.map(({ problem }) => problem);
}

async function* verifyRuns({ db, clickhouse }: Engines, runsAtOnce: number): AsyncGenerator<string> {
  let after = '-1';
  for (;;) {
    const live = await liveAfter(db, after, runsAtOnce);
    const [first, last] = [live[0], live.at(-1)];
    if (!first || !last) return;
    const stored = await clickhouse.query<{
      run_no: string;
      rows: string;
      slices: string;
      quantity: string;
      amount: string;
    }>(
      `SELECT run_no, countIf(slice_no = 0) AS rows, count() AS slices, sum(consumption) AS quantity, sum(amount) AS amount FROM purchase
       WHERE run_no >= {from:UInt64} AND run_no <= {through:UInt64} GROUP BY run_no`,
      { from: first.run_no, through: last.run_no },
    );
    const found = new Map(stored.map((run) => [run.run_no, run]));
    const wrong = await runsRolledUpWrong(clickhouse, { from: BigInt(first.run_no), through: BigInt(last.run_no) });
    for (const { contract_id, day, run_no, rows, slices, quantity, amount } of live) {
      const run = found.get(run_no) ?? { rows: '0', slices: '0', quantity: '0', amount: '0' };
      const isSameQuantity = quantity === null || compare(run.quantity, quantity) === 0;
      const isCutAlike = run.slices === (slices ?? rows);
      const areRowsRight = run.rows === rows && isCutAlike && isSameQuantity && compare(run.amount, amount) === 0;
      if (areRowsRight && !wrong.has(run_no)) continue;
      if (areRowsRight) yield `${contract_id}: the roll-up of ${day} is not the sum of its rows (run ${run_no})`;
      else
        yield `${contract_id}: ${day} counts with ${rows} rows of ${amount}, and the usage database has ${run.rows} of ${run.amount} (run ${run_no})`;
    }
    after = last.run_no;
  }
}

function liveAfter(db: Engines['db'], after: string, atMost: number) {
  return db
    .selectFrom('rated_day')
    .select(['contract_id', 'day', 'run_no', 'rows', 'slices', 'quantity', 'amount'])
    .where('run_no', '>', after)
    .orderBy('run_no')
    .limit(atMost)
    .execute();
}
