import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { ownUsageIn } from '../payload/own-usage.ts';
import { isSameContent } from '../reading/content-hash.ts';
import { type RefusedLine, refusedLine, type UsageLine } from '../reading/usage-line.ts';

interface Kept {
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
 * Stores the lines' keys with their batches. For existing keys, the content decides between a copy and a
 * conflict.
 */
export async function keepKeys(
  tx: Tx,
  lines: readonly UsageLine[],
  batchOf: (line: UsageLine) => string,
): Promise<Kept> {
  const firsts = new Map<string, UsageLine>();
  const again: { line: UsageLine; held: string }[] = [];
  for (const line of lines) {
    const first = firsts.get(line.key);
    if (first) again.push({ line, held: first.contentHash });
    else firsts.set(line.key, line);
  }
  const distinct = [...firsts.values()];
  const known = await insertKeys(tx, distinct, batchOf);
  const knownLines = new Set(known);
  const held = await heldKeys(tx, known);
  for (const line of known) again.push({ line, held: held.get(line)?.hash ?? '' });
  const others = again.filter(({ line, held }) => !isSameContent(held, line));
  const otherLines = new Set(others.map(({ line }) => line));
  return {
    fresh: known.length === 0 ? distinct : distinct.filter((line) => !knownLines.has(line)),
    duplicate: again.length - others.length,
    known: known.flatMap((line) => {
      const batchNo = held.get(line)?.batchNo;
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
      const key = held.get(line);
      return key && isSameContent(key.hash, line) ? [[line, key.batchNo]] : [];
    }),
  );
}

/**
 * Returns the lines whose keys are held by others. All callers insert in order of keys: otherwise two batches with the
 * same ids could deadlock.
 */
async function insertKeys(
  tx: Tx,
  lines: readonly UsageLine[],
  batchOf: (line: UsageLine) => string,
): Promise<readonly UsageLine[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ at: number }>`
    with given as materialized (
      select key, ('x' || hash)::bit(64)::bigint as hash, batch_no, at
      from unnest(${columnOf(lines.map(({ key }) => key))}::uuid[],
        ${columnOf(lines.map((line) => line.contentHash))}, ${columnOf(lines.map(batchOf))}::bigint[])
        with ordinality as line (key, hash, batch_no, at)
    ), ours as (
      insert into usage_key (key, content_hash, batch_no) select key, hash, batch_no from given order by key
      on conflict do nothing returning key
    )
    select at::int from given where key not in (select key from ours) order by at`.execute(tx);
  return rows.flatMap(({ at }) => lines[at - 1] ?? []);
}

/** SQL: an array of texts without line breaks. It travels as one text, which costs less than an array. */
const columnOf = (texts: readonly string[]) => sql`string_to_array(${texts.join('\n')}, chr(10))`;

interface HeldKey {
  readonly hash: string;
  readonly batchNo: string;
}

async function heldKeys(tx: Tx, known: readonly UsageLine[]): Promise<ReadonlyMap<UsageLine, HeldKey>> {
  if (known.length === 0) return new Map();
  const { rows } = await sql<{ at: number; hash: string; batchNo: string }>`
    select at::int, lpad(to_hex(content_hash), 16, '0') as hash, batch_no::text as "batchNo"
    from unnest(${columnOf(known.map(({ key }) => key))}::uuid[]) with ordinality as line (key, at)
      -- The limit keeps the planner from reading the whole table instead of the index.
      cross join lateral (select content_hash, batch_no from usage_key where usage_key.key = line.key limit 1) as held`.execute(
    tx,
  );
  const held = new Map<UsageLine, HeldKey>();
  for (const { at, hash, batchNo } of rows) {
    const line = known[at - 1];
    if (line) held.set(line, { hash, batchNo });
  }
  return held;
}

function refusalOf({ line, own }: UsageLine): RefusedLine {
  const refusal = conflict('USAGE_CONFLICT', 'This id was used for another record.');
  return refusedLine({ line, id: ownUsageIn(own).id }, refusal);
}
