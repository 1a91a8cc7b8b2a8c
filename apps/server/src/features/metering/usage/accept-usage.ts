import { billingMonthOf } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { floorToHour, type Instant, instantOf, toRfc3339 } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import { markUsedDays } from '../billing-day/dirty-days.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';
import { groundsFor, type UsageGrounds } from './usage-grounds.ts';
import { type RefusedLine, refusedLine, type UsageLine } from './usage-line.ts';

interface Accepted {
  accepted: number;
  duplicate: number;
  refusals: RefusedLine[];
}

/**
 * Takes in records that are sound in themselves. Their keys, their rows and the mark on their days commit together,
 * and that commit is the acknowledgement. A copy counts as a duplicate; another record under a known id is refused.
 */
export async function acceptUsage(tx: Tx, lines: readonly UsageLine[], now: Date): Promise<Accepted> {
  const outcome: Accepted = { accepted: 0, duplicate: 0, refusals: [] };
  const grounds = await groundsFor(tx, lines);
  const billable = lines.filter((line) => {
    const refusal = grounds.refusalOf(line);
    if (refusal) outcome.refusals.push(refusedLine({ line: line.line, id: line.record.id }, refusal));
    return refusal === undefined;
  });
  const fresh = await claimKeys(tx, billable, outcome);
  for (const [contractId, own] of Map.groupBy(fresh, (line) => line.record.contractId)) {
    await storeBatch(tx, grounds, contractId, own, now);
  }
  outcome.accepted = fresh.length;
  return outcome;
}

/** The lines whose keys nobody had; the others are told apart by content. */
async function claimKeys(tx: Tx, lines: readonly UsageLine[], outcome: Accepted): Promise<UsageLine[]> {
  const firsts = new Map<string, UsageLine>();
  for (const line of lines) {
    const key = keyOf(line.record);
    const first = firsts.get(key);
    if (first) tell(first.contentHash, line, outcome);
    else firsts.set(key, line);
  }
  // One order of keys for everybody, or two batches with the same ids could wait for each other.
  const ordered = [...firsts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line);
  if (ordered.length === 0) return [];
  const sources = ordered.map((line) => line.record.source);
  const ids = ordered.map((line) => line.record.id);
  const hashes = ordered.map((line) => line.contentHash.toString('hex'));
  const { rows: claimed } = await sql<{ source: string; id: string }>`
    insert into usage_key (source, id, content_hash)
    select source, id, decode(hash, 'hex')
    from unnest(${sources}::text[], ${ids}::text[], ${hashes}::text[]) as given (source, id, hash)
    on conflict do nothing returning source, id`.execute(tx);
  if (claimed.length === ordered.length) return ordered;

  const ours = new Set(claimed.map(keyOf));
  const known = ordered.filter((line) => !ours.has(keyOf(line.record)));
  const { rows: held } = await sql<{ source: string; id: string; hash: string }>`
    select source, id, encode(content_hash, 'hex') as hash from usage_key
    where (source, id) in (select * from unnest(
      ${known.map((line) => line.record.source)}::text[], ${known.map((line) => line.record.id)}::text[]))`.execute(tx);
  const hashByKey = new Map(held.map((row) => [keyOf(row), Buffer.from(row.hash, 'hex')]));
  for (const line of known) tell(hashByKey.get(keyOf(line.record)), line, outcome);
  return ordered.filter((line) => ours.has(keyOf(line.record)));
}

const keyOf = (record: { source: string; id: string }) => JSON.stringify([record.source, record.id]);

function tell(held: Buffer | undefined, line: UsageLine, outcome: Accepted): void {
  if (held?.equals(line.contentHash)) {
    outcome.duplicate += 1;
    return;
  }
  const refusal = conflict('USAGE_CONFLICT', 'This id was used for another record.');
  outcome.refusals.push(refusedLine({ line: line.line, id: line.record.id }, refusal));
}

async function storeBatch(tx: Tx, grounds: UsageGrounds, contractId: string, lines: readonly UsageLine[], now: Date) {
  const zone = billingZoneOf(grounds.contract(contractId).currency);
  const closed = grounds.closedMonths(contractId);
  const arrival = floorToHour(instantOf(now));
  const billAt = (start: Instant) => (closed.has(billingMonthOf(start, zone)) ? arrival : floorToHour(start));
  const rows = lines.map((line): UsageRecordRow => rowOf(line, grounds, billAt(line.start)));
  await tx
    .insertInto('usage_batch')
    .values({ contract_id: contractId, rows: rows.length, payload: JSON.stringify(rows), accepted_at: now })
    .execute();
  await markUsedDays(
    tx,
    contractId,
    lines.map((line) => dayOf(billAt(line.start), zone)),
  );
}

function rowOf({ record, start, end }: UsageLine, grounds: UsageGrounds, billAt: Instant): UsageRecordRow {
  return {
    contract_id: record.contractId,
    source: record.source,
    usage_id: record.id,
    datacloud_id: record.datacloudId,
    datacloud_name: grounds.datacloudName(record),
    object_id: record.objectId,
    object_name: record.objectName,
    resource_kind: record.resourceKind,
    sku_no: grounds.skuNo(record),
    quantity: record.quantity,
    start_at: toRfc3339(start),
    end_at: toRfc3339(end),
    bill_at: toRfc3339(billAt),
    chargeable: record.chargeable ? 1 : 0,
  };
}
