import { Readable } from 'node:stream';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { ClickHouseUnavailable, OverLimits } from '#platform/clickhouse/errors.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Deps } from '#platform/context/context.ts';
import type { ClaimedBatch } from './batch-claims.ts';
import { type ClaimedGroup, markGroupMoved, releaseGroup, renewGroup } from './group-claims.ts';
import { hashTotalSql } from './hash-total.ts';
import { storableText } from './pending-rows.ts';

/** Limits of each request, shorter than the lease of a claim. */
const bounds = { limits: limitsOf.intake };

/** The batches of a group that are moved now, and those that another process took before they could be marked. */
export interface MovedGroup {
  readonly moved: number;
  readonly lost: readonly ClaimedBatch[];
}

/**
 * Stores a group of batches in one insert, proves each by one question, and marks those that are whole. The group is
 * dissolved if it cannot be stored together, so that its batches are moved one by one and a bad one holds up only its
 * own contract. Throws only ClickHouseUnavailable; then the outcome is unknown, and the group is sent once more.
 */
export async function moveGroup(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  group: ClaimedGroup,
): Promise<MovedGroup> {
  const { db, clock, log } = deps;
  try {
    const proven = await storeGroup(deps, group);
    const marked = await markGroupMoved(db, group, proven, clock.now());
    if (proven.length < group.batches.length) {
      log.warn({ batches: group.batches.length, whole: proven.length }, 'usage batches are moved one by one');
      await releaseGroup(db, group, { together: false });
    }
    return { moved: marked.size, lost: proven.filter(({ no }) => !marked.has(no)) };
  } catch (err) {
    const isUnknown = err instanceof ClickHouseUnavailable && !(err instanceof OverLimits);
    await releaseGroup(db, group, { together: isUnknown && !group.isTried });
    if (isUnknown) throw err;
    log.warn({ err, batches: group.batches.length }, 'usage batches are moved one by one');
    return { moved: 0, lost: [] };
  }
}

/** Returns the batches that are stored whole. */
async function storeGroup(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  group: ClaimedGroup,
): Promise<readonly ClaimedBatch[]> {
  const before = group.isTried ? await wholeAmong(clickhouse, group.batches) : [];
  if (before.length === group.batches.length || !(await renewGroup(db, group))) return before;
  const settings = { insert_deduplication_token: `group-${group.sentAs}` };
  await clickhouse.insert('usage_record', Readable.from(textsOf(group.batches)), { settings, bounds });
  return wholeAmong(clickhouse, group.batches);
}

/** One text at a time: the generator leaves the event loop free between them. */
function* textsOf(batches: readonly ClaimedBatch[]): Generator<string> {
  for (const batch of batches) {
    const text = storableText(batch);
    if (text !== undefined) yield text;
  }
}

/** Those of which the usage database has what was acknowledged. */
async function wholeAmong(ch: ClickHouse, batches: readonly ClaimedBatch[]): Promise<ClaimedBatch[]> {
  const found = await ch.query<{ batch_no: string; batch_id: string; rows: string; hash: string }>(
    `SELECT batch_no, batch_id, count() AS rows, ${hashTotalSql} AS hash FROM usage_record
     WHERE contract_id IN {contracts:Array(String)} AND batch_no IN {numbers:Array(UInt64)} GROUP BY batch_no, batch_id`,
    { contracts: [...new Set(batches.map(({ contractId }) => contractId))], numbers: batches.map(({ no }) => no) },
    {},
    bounds,
  );
  const storedAs = new Map(found.map((row) => [`${row.batch_no} ${row.batch_id}`, row]));
  return batches.filter(({ no, id, count, hashTotal }) => {
    const stored = storedAs.get(`${no} ${id}`);
    return stored !== undefined && Number(stored.rows) === count && stored.hash === hashTotal;
  });
}
