import { type RawBuilder, sql } from 'kysely';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from './batch-claims.ts';
import { isWanted, type Wanted } from './wanted-batches.ts';

/** After so many failures, each in another minute in which other batches were stored, the batch itself is the cause. */
const mostTries = 5;

/** Contracts with a waiting batch that has failed, those with the oldest failure first. */
export async function failingContracts(db: Deps['db'], wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from usage_batch
    where moved_at is null and set_aside_at is null and failed_at is not null and ${isWanted(wanted)}
    group by contract_id order by max(failed_at), contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/**
 * Records a failure of a batch. It counts only if the usage database stored another batch within the minute and does
 * not report trouble of its own. After `mostTries` counted failures the batch is set aside with an alarm, until an
 * operator looks at it.
 */
export async function keepFailure(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { contractId, no }: BatchIdentity,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const counted = isOfEngine(error)
    ? sql`0`
    : sql`(select count(*) from (select from usage_batch
    where ${withinMinute(sql`moved_at`, now)} and payload is not null limit 1) as others)`;
  const { rows } = await sql<{ set_aside_at: Date | null }>`
    update usage_batch
    set failures = failures + ${counted}, failed_at = ${now},
      set_aside_at = case when failures + ${counted} >= ${mostTries} then ${now}::timestamptz end,
      failure = case when failures + ${counted} >= ${mostTries} then ${String(error).slice(0, 2_000)} end
    where contract_id = ${contractId} and batch_no = ${String(no)} and moved_at is null and set_aside_at is null
      and (failed_at is null or not ${withinMinute(sql`failed_at`, now)})
    returning set_aside_at`.execute(db);
  const named = { contractId, batchNo: String(no), err: error };
  if (rows[0]?.set_aside_at) log.error(named, 'a usage batch failed too often and is set aside');
  else log.warn(named, 'a contract’s usage waits');
}

/** The engine is down, over its limits, or has TOO_MANY_PARTS, which can affect one month and not others. */
const isOfEngine = (error: unknown) =>
  error instanceof ClickHouseUnavailable || (error instanceof Error && 'code' in error && error.code === '252');

/** SQL: a time that lies in the future, because the clock ran ahead, is not within the minute either. */
function withinMinute(time: RawBuilder<unknown>, now: Date) {
  return sql`(${time} > ${now}::timestamptz - interval '1 minute' and ${time} < ${now}::timestamptz + interval '1 minute')`;
}
