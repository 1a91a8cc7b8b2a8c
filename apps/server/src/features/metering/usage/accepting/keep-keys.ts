import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { isSameContent } from '../reading/content-hash.ts';
import { type RefusedLine, refusedLine, type UsageLine } from '../reading/usage-line.ts';

interface Kept {
  /** In order of their keys. */
  readonly fresh: readonly UsageLine[];
  readonly duplicate: number;
  /** Duplicates of earlier calls, each key once. */
  readonly known: readonly KnownLine[];
  readonly refusals: readonly RefusedLine[];
}

/** A copy of an accepted record, and the record's batch. */
export interface KnownLine {
  readonly line: UsageLine;
  readonly batchNo: string;
}

/**
 * Stores the lines' keys permanently, with their batches. For existing keys, the content decides between a copy and a
 * conflict.
 */
export async function keepKeys(
  tx: Tx,
  lines: readonly UsageLine[],
  batchOf: (line: UsageLine) => string,
): Promise<Kept> {
  const firsts = new Map<string, UsageLine>();
  const again: { line: UsageLine; held: Buffer }[] = [];
  for (const line of lines) {
    const key = recordKeyOf(line.record);
    const first = firsts.get(key);
    if (first) again.push({ line, held: first.contentHash });
    else firsts.set(key, line);
  }
  // All callers insert keys in the same order: otherwise two batches with the same ids could deadlock.
  const ordered = [...firsts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line);
  const ours = await insertKeys(tx, ordered, batchOf);
  const known = ordered.filter((line) => !ours.has(recordKeyOf(line.record)));
  const held = await heldKeys(tx, known);
  for (const line of known) again.push({ line, held: held.get(recordKeyOf(line.record))?.hash ?? Buffer.of() });
  const others = again.filter(({ line, held }) => !isSameContent(held, line));
  const otherLines = new Set(others.map(({ line }) => line));
  return {
    fresh: known.length === 0 ? ordered : ordered.filter((line) => ours.has(recordKeyOf(line.record))),
    duplicate: again.length - others.length,
    known: known.flatMap((line) => {
      const batchNo = held.get(recordKeyOf(line.record))?.batchNo;
      return !batchNo || otherLines.has(line) ? [] : [{ line, batchNo }];
    }),
    refusals: others.map(({ line }) => refusalOf(line)),
  };
}

/** Returns the given lines that were accepted before with the same content, with their batches. */
export async function copiesAmong(tx: Tx, lines: readonly UsageLine[]): Promise<ReadonlyMap<UsageLine, string>> {
  const held = await heldKeys(tx, lines);
  return new Map(
    lines.flatMap((line) => {
      const key = held.get(recordKeyOf(line.record));
      return key && isSameContent(key.hash, line) ? [[line, key.batchNo]] : [];
    }),
  );
}

async function insertKeys(
  tx: Tx,
  ordered: readonly UsageLine[],
  batchOf: (line: UsageLine) => string,
): Promise<ReadonlySet<string>> {
  if (ordered.length === 0) return new Set();
  const hashes = ordered.map((line) => line.contentHash.toString('hex'));
  const { rows } = await sql<{ source: string; id: string }>`
    insert into usage_key (source, id, content_hash, batch_no)
    select source, id, decode(hash, 'hex'), batch_no
    from unnest(${sourcesOf(ordered)}::text[], ${idsOf(ordered)}::text[], ${hashes}::text[],
      ${ordered.map(batchOf)}::bigint[]) as given (source, id, hash, batch_no)
    on conflict do nothing returning source, id`.execute(tx);
  return new Set(rows.map(recordKeyOf));
}

interface HeldKey {
  readonly hash: Buffer;
  readonly batchNo: string;
}

async function heldKeys(tx: Tx, known: readonly UsageLine[]): Promise<ReadonlyMap<string, HeldKey>> {
  if (known.length === 0) return new Map();
  const { rows } = await sql<{ source: string; id: string; hash: string; batchNo: string }>`
    select source, id, encode(content_hash, 'hex') as hash, batch_no::text as "batchNo" from usage_key
    where (source, id) in (select * from unnest(${sourcesOf(known)}::text[], ${idsOf(known)}::text[]))`.execute(tx);
  return new Map(rows.map((row) => [recordKeyOf(row), { hash: Buffer.from(row.hash, 'hex'), batchNo: row.batchNo }]));
}

const sourcesOf = (lines: readonly UsageLine[]) => lines.map((line) => line.record.source);
const idsOf = (lines: readonly UsageLine[]) => lines.map((line) => line.record.id);

function refusalOf({ line, record }: UsageLine): RefusedLine {
  const refusal = conflict('USAGE_CONFLICT', 'This id was used for another record.');
  return refusedLine({ line, id: record.id }, refusal);
}

/** A unique key of a record, for maps. */
export const recordKeyOf = (record: { source: string; id: string }) => JSON.stringify([record.source, record.id]);
