import { type RawBuilder, sql } from 'kysely';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from './batch-claims.ts';
import { isWanted, type Wanted } from './wanted-batches.ts';

/** So many failures, each in another minute and with others stored in it, are the batch's own. */
const mostTries = 5;

/** Contracts with a batch that waits and failed before, those first that did not fail for longest. */
export async function failingContracts(db: Deps['db'], wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from usage_batch
    where moved_at is null and set_aside_at is null and failed_at is not null and ${isWanted(wanted)}
    group by contract_id order by max(failed_at), contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/**
 * Keeps that a batch failed. It counts against the batch only where the usage database has stored others within the
 * minute, whoever sent them, and says nothing of itself: then it is set aside after some tries, with an alarm, and waits
 * for a person.
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

/** It is away, beyond its limits, or has TOO_MANY_PARTS, which a month can have while others have few. */
const isOfEngine = (error: unknown) =>
  error instanceof ClickHouseUnavailable || (error instanceof Error && 'code' in error && error.code === '252');

/** SQL: a time that a clock which ran ahead had shown is of another minute too. */
function withinMinute(time: RawBuilder<unknown>, now: Date) {
  return sql`(${time} > ${now}::timestamptz - interval '1 minute' and ${time} < ${now}::timestamptz + interval '1 minute')`;
}
