import { sql } from 'kysely';
import { ClickHouseUnavailable, OverLimits } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { isLostConnection } from '#platform/failure/transient.ts';
import type { Db } from '#platform/postgres/database.ts';
import { isClosedMonth } from '../../closed-month/closed-month.ts';
import { firstMonthWithKeys } from '../accepting/oldest-usage.ts';
import { type UsageMonth, unequalMonths } from './unequal-months.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'log'>;

const monthsAtOnce = 200;
const batchesAtOnce = 10_000;

/**
 * Deletes batches of signed months whose keys are all gone, if the month is stored as it was acknowledged; the database
 * keeps their sums. The newest batch of a contract stays, so that its number is known. Returns the number of deleted
 * batches.
 */
export async function forgetBatches(engines: Engines, now: Date): Promise<number> {
  let forgotten = 0;
  for (let after: UsageMonth = { contractId: '', month: '' }; ; ) {
    const months = await monthsWithoutKeys(engines.db, after, now);
    const last = months.at(-1);
    if (!last) return forgotten;
    const finished = months.filter(({ isFinished }) => isFinished);
    for (const month of await equalMonths(engines, finished)) forgotten += await forgetMonth(engines.db, month);
    after = last;
  }
}

/** Months that are too much to be compared together are compared one by one, and none holds up the others. */
async function equalMonths(engines: Engines, months: readonly UsageMonth[]): Promise<readonly UsageMonth[]> {
  if (months.length === 0) return [];
  try {
    const unequal = await unequalMonths(engines, months);
    for (const month of unequal)
      engines.log.error({ ...month }, 'usage differs from what was acknowledged, so its batches are kept');
    return months.filter(({ contractId, month }) => {
      return !unequal.some((other) => other.contractId === contractId && other.month === month);
    });
  } catch (err) {
    if (isGone(err)) throw err;
    if (months.length === 1) {
      engines.log.error({ ...months[0], err }, 'a month of old usage could not be compared');
      return [];
    }
    const equal: UsageMonth[] = [];
    for (const month of months) equal.push(...(await equalMonths(engines, [month])));
    return equal;
  }
}

/** True if a database does not answer, whatever it is asked. */
const isGone = (err: unknown) =>
  (err instanceof Error && isLostConnection(err)) ||
  (err instanceof ClickHouseUnavailable && !(err instanceof OverLimits));

/** Steps from month to month, however many batches lie between. */
async function monthsWithoutKeys(db: Db, { contractId, month }: UsageMonth, now: Date) {
  const next = (afterContract: unknown, afterMonth: unknown) => sql`
    select contract_id, month from usage_batch
    where keys_dropped_at is not null and (contract_id, month) > (${afterContract}, ${afterMonth})
    order by contract_id, month limit 1`;
  const { rows } = await sql<UsageMonth & { isFinished: boolean }>`
    with recursive found (contract_id, month) as (
      (${next(contractId, month)})
      union all
      select following.* from found, lateral (${next(sql.ref('found.contract_id'), sql.ref('found.month'))}) as following
    )
    select contract_id as "contractId", month, month < ${firstMonthWithKeys(now)}
      and ${isClosedMonth(sql.ref('found.contract_id'), sql.ref('found.month'))}
      and exists (select from usage_batch where usage_batch.contract_id = found.contract_id
        and usage_batch.month = found.month and ${isFinished}) as "isFinished"
    from (select * from found limit ${monthsAtOnce}) as found`.execute(db);
  return rows;
}

async function forgetMonth(db: Db, { contractId, month }: UsageMonth): Promise<number> {
  let forgotten = 0;
  for (let some = batchesAtOnce; some === batchesAtOnce; forgotten += some) {
    const { rows } = await sql`
      delete from usage_batch where batch_no in (
        select batch_no from usage_batch
        where usage_batch.contract_id = ${contractId} and usage_batch.month = ${month} and ${isFinished}
          and ${isClosedMonth(sql.ref('usage_batch.contract_id'), sql.ref('usage_batch.month'))}
        order by batch_no limit ${batchesAtOnce} for update skip locked)
      returning 1`.execute(db);
    some = rows.length;
  }
  return forgotten;
}

/** SQL: no record of the batch can be sent again, and its number need not be known. */
const isFinished = sql<boolean>`(usage_batch.keys_dropped_at is not null and usage_batch.moved_at is not null
  and usage_batch.payload is null and usage_batch.lost_at is null and usage_batch.again_of is null
  and exists (select from usage_batch as later
    where later.contract_id = usage_batch.contract_id and later.batch_no > usage_batch.batch_no)
  and not exists (select from usage_batch as again where again.again_of = usage_batch.batch_no))`;
