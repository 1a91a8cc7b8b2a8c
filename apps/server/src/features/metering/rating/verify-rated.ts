import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { brokenDays } from '../billing-day/carried-amounts.ts';
import { liveRunOf } from '../billing-day/live-runs.ts';
import { runsRolledUpWrong } from './engine/roll-up.ts';
import { isRatedAs, noTotals, totalsOfRuns } from './engine/run-totals.ts';

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
  let after = -1n;
  for (;;) {
    const live = await liveAfter(db, after, runsAtOnce);
    const [first, last] = [live[0], live.at(-1)];
    if (!first || !last) return;
    const range = { from: first.runNo, through: last.runNo };
    const found = await totalsOfRuns(clickhouse, 'run_no >= {from:UInt64} AND run_no <= {through:UInt64}', range);
    const wrong = await runsRolledUpWrong(clickhouse, range);
    for (const run of live) {
      const { contractId, day, runNo, rows, amount } = run;
      const stored = found.get(runNo) ?? noTotals;
      const areRowsRight = isRatedAs(run, stored);
      if (areRowsRight && !wrong.has(String(runNo))) continue;
      if (areRowsRight) yield `${contractId}: the roll-up of ${day} is not the sum of its rows (run ${runNo})`;
      else
        yield `${contractId}: ${day} counts with ${rows} rows of ${amount}, and the usage database has ${stored.rows} of ${stored.amount} (run ${runNo})`;
    }
    after = last.runNo;
  }
}

async function liveAfter(db: Engines['db'], after: bigint, atMost: number) {
  const rows = await db
    .selectFrom('rated_day')
    .select(['contract_id', 'day', 'run_no', 'rows', 'slices', 'quantity', 'amount'])
    .where('run_no', '>', String(after))
    .orderBy('run_no')
    .limit(atMost)
    .execute();
  return rows.map((row) => ({ contractId: row.contract_id, ...liveRunOf(row) }));
}
