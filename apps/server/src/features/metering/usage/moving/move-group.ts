import { Readable } from 'node:stream';
import { bounded } from '#platform/clickhouse/bounded.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { ClickHouseUnavailable, OverLimits } from '#platform/clickhouse/errors.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Deps } from '#platform/context/context.ts';
import { storableInto, storableText } from '../payload/storable-text.ts';
import { type ClaimedBatch, ClaimLost } from './batch-claims.ts';
import { fenceOff } from './fence.ts';
import { type ClaimedGroup, markGroupMoved, releaseGroup, renewGroup } from './group-claims.ts';
import { hashTotalSql } from './hash-total.ts';

/** Limits of each request, shorter than the lease of a claim. */
const bounds = { limits: limitsOf.intake };

/** The batches of a group that are moved now, and those that another process took before they could be marked. */
export interface MovedGroup {
  readonly moved: number;
  readonly lost: readonly ClaimedBatch[];
}

/**
 * Stores a group of batches in one insert, proves each by one question, and marks those that are whole. If that fails,
 * the group stays together, and the next attempt dissolves it. Its batches are then moved one by one, so that a bad one
 * holds up only its own contract. Throws if the outcome is unknown, or the group cannot be dissolved.
 */
export async function moveGroup(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  group: ClaimedGroup,
): Promise<MovedGroup> {
  const { db, clock, log } = deps;
  const named = { batches: group.batches.length };
  try {
    const proven = await storeGroup(deps, group);
    const marked = await markGroupMoved(db, group, proven, clock.now());
    if (proven.length < group.batches.length) {
      log.warn({ ...named, whole: proven.length }, 'usage batches are moved one by one');
      await releaseGroup(db, group, { together: false });
    }
    return { moved: marked.size, lost: proven.filter(({ no }) => !marked.has(no)) };
  } catch (err) {
    await releaseGroup(db, group, { together: true });
    const isUnknown = err instanceof ClickHouseUnavailable && !(err instanceof OverLimits);
    if (isUnknown || group.isTried || err instanceof ClaimLost) throw err;
    log.warn({ ...named, err }, 'usage batches could not be stored together');
    return { moved: 0, lost: [] };
  }
}

/**
 * Returns the batches that are stored whole. The others are not stored later either, because the group's insert
 * has ended, or will be skipped.
 */
async function storeGroup(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  group: ClaimedGroup,
): Promise<readonly ClaimedBatch[]> {
  const before = group.isTried ? await wholeAmong(clickhouse, group.batches) : [];
  if (before.length === group.batches.length) return before;
  await renewGroup(db, group);
  const token = `group-${group.sentAs}`;
  if (group.isTried) {
    await fenceOff(bounded(clickhouse, bounds), { token, month: group.month });
  } else {
    const rows = Readable.from(textsOf(group.batches));
    const settings = { insert_deduplication_token: token };
    await clickhouse.insert(storableInto, rows, { format: 'JSONCompactEachRow', settings, bounds });
  }
  return wholeAmong(clickhouse, group.batches);
}

/** One text at a time: the generator leaves the event loop free between them. */
function* textsOf(batches: readonly ClaimedBatch[]): Generator<string> {
  for (const batch of batches) {
    const text = storableText(batch);
    if (text !== undefined) yield text;
  }
}

/** Returns the batches that the usage database has exactly as acknowledged. */
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
