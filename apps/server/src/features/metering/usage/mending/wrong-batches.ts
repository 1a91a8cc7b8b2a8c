import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { hashTotals } from '../moving/hash-total.ts';
import { doubledAmong } from './doubled-batches.ts';
import { batchKeyOf, type StoredBatch, storedBatches } from './stored-batches.ts';

/** A batch of which the usage database has other rows, or another number, than were acknowledged and not sent again since. */
export interface WrongBatch extends BatchIdentity {
  /** In which its rows are billed; none for batches from before that was kept. */
  readonly month: string | null;
  readonly rows: number;
  readonly stored: number;
  /** There are as many as there should be, and not of the same records. */
  readonly areOthers: boolean;
  /** It was set aside; otherwise it counts as moved. */
  readonly isSetAside: boolean;
  /** Its payload is still there, so that it can be sent again. */
  readonly isKept: boolean;
  /** Its hash total says which records it should have. None was kept of batches from before. */
  readonly isHashed: boolean;
  /** How many of its records were sent again since it was lost, and are stored in other batches. */
  readonly again: number;
}

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/** Held at a time: some milliseconds of the loop, however many batches there are. */
export const batchesAtOnce = 10_000;

/** Of which batches; all of them where nothing is said. */
interface Scope {
  readonly contractId?: string;
  readonly throughBatch?: bigint;
}

/** The batches of a scope that are moved or set aside and not stored as they were acknowledged, in order of number. */
export async function* wrongBatches(
  { db, clickhouse }: Engines,
  scope: Scope,
  atOnce = batchesAtOnce,
): AsyncGenerator<WrongBatch> {
  let after = '-1';
  for (;;) {
    // What must be there is asked before what is there: batches are moved meanwhile.
    const due = await dueBatches(db, { ...scope, after }, atOnce);
    const [first, last] = [due[0], due.at(-1)];
    if (!first || !last) return;
    const range = { from: BigInt(first.batch_no), until: BigInt(last.batch_no) + 1n };
    const { contractId } = scope;
    const stored = await storedBatches({ clickhouse }, contractId === undefined ? range : { contractId, ...range });
    // Those of which nothing is kept are told record by record.
    const unproven = due.filter((row) => row.hash_total === null && row.is_kept).map(batchOf);
    yield* differing(due, stored, await doubledAmong({ clickhouse }, unproven));
    after = last.batch_no;
  }
}

async function dueBatches(
  db: Engines['db'],
  { contractId, throughBatch, after }: Scope & { readonly after: string },
  atMost: number,
): Promise<DueRow[]> {
  const ofContract = contractId === undefined ? sql`true` : sql`contract_id = ${contractId}`;
  const ofNumber = throughBatch === undefined ? sql`true` : sql`batch_no <= ${String(throughBatch)}::bigint`;
  const { rows } = await sql<DueRow>`
    select contract_id, batch_no, id, month, rows, set_aside_at is not null as is_set_aside, payload is not null as is_kept,
      ${storedAgain('usage_batch')} as again, ${hashTotalLeft('usage_batch')} as hash_total
    from usage_batch
    where (moved_at is not null or set_aside_at is not null) and ${ofContract} and ${ofNumber}
      and batch_no > ${after}::bigint
    order by batch_no limit ${atMost}`.execute(db);
  return rows;
}

const batchOf = (row: DueRow) => ({ contractId: row.contract_id, no: BigInt(row.batch_no), id: row.id });

function differing(due: readonly DueRow[], stored: readonly StoredBatch[], doubled: ReadonlySet<string>): WrongBatch[] {
  const storedAs = new Map(stored.map((batch) => [batchKeyOf(batch), batch]));
  return due.flatMap((row) => {
    const batch = batchOf(row);
    const found = storedAs.get(batchKeyOf(batch)) ?? { rows: 0, hashTotal: '0' };
    const areAsMany = found.rows === row.rows - row.again;
    const isOther = row.hash_total === null ? doubled.has(batchKeyOf(batch)) : row.hash_total !== found.hashTotal;
    const areOthers = areAsMany && isOther;
    if (areAsMany && !areOthers && !row.is_set_aside) return [];
    const { month, rows: count, is_set_aside: isSetAside, is_kept: isKept } = row;
    const told = { month, rows: count, stored: found.rows, areOthers, isSetAside, isKept, again: row.again };
    return [{ ...batch, ...told, isHashed: row.hash_total !== null }];
  });
}

interface DueRow {
  contract_id: string;
  batch_no: string;
  id: string;
  month: string | null;
  rows: number;
  is_set_aside: boolean;
  is_kept: boolean;
  again: number;
  hash_total: string | null;
}

/** SQL: how many records of a lost batch were sent again. */
export const storedAgain = (batch: string) =>
  sql`(select coalesce(sum(rows), 0)::int from usage_batch as again where again.again_of = ${sql.ref(`${batch}.batch_no`)})`;

/** SQL: what the hash total of a batch comes to without the records that were sent again; null where it was not kept. */
export const hashTotalLeft = (batch: string) =>
  sql`(select mod(mod(${sql.ref(`${batch}.hash_total`)} - coalesce(sum(again.hash_total), 0), ${sql.lit(hashTotals)}::numeric)
      + ${sql.lit(hashTotals)}::numeric, ${sql.lit(hashTotals)}::numeric)::text
    from usage_batch as again where again.again_of = ${sql.ref(`${batch}.batch_no`)})`;
