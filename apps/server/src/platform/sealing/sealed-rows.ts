import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../postgres/database.ts';
import type { Sealed, SealingKey } from './sealing-key.ts';

/** The rows of a table that each hold one sealed secret, and how they are sealed anew. Each room that has such has one. */
export interface SealedRows {
  readonly table: string;
  /** The column that names the row, and the one that holds the secret. */
  readonly id: string;
  readonly secret: string;
  /** For whom a row's secret is sealed. */
  boundTo(id: string): string;
  /** Writes secrets that the key of that id has sealed, in the order of their rows' ids. */
  replace(tx: Tx, keyId: string, ids: readonly string[], secrets: readonly string[]): Promise<void>;
}

export interface SealedBatch {
  readonly resealed: number;
  /** Whose secret is none that was sealed for it. */
  readonly broken: readonly string[];
  /** The last row that was looked at; nothing where there was none left. */
  readonly last: string | undefined;
}

/**
 * Seals with the key of now what former ones have sealed, one batch behind a row. Rows that somebody writes meanwhile are
 * waited for, and left alone where they were sealed anew by it.
 */
export async function resealBatch(
  tx: Tx,
  rows: SealedRows,
  key: SealingKey,
  { after, most }: { after: string; most: number },
): Promise<SealedBatch> {
  const { id, secret, table } = rows;
  const { rows: found } = await sql<Sealed & { id: string }>`
    select ${sql.ref(id)} as id, key_id, ${sql.ref(secret)} as secret from ${sql.table(table)}
    where key_id = any(${key.formerIds}) and ${sql.ref(id)} > ${after}
    order by ${sql.ref(id)} limit ${most} for no key update
  `.execute(tx);
  const opened = found.map((row) => ({ id: row.id, secret: openedOr(key, row, rows.boundTo(row.id)) }));
  const readable = opened.filter((row): row is { id: string; secret: Buffer } => row.secret !== undefined);
  if (readable.length > 0)
    await rows.replace(
      tx,
      key.id,
      readable.map((row) => row.id),
      readable.map((row) => key.seal(row.secret, rows.boundTo(row.id)).secret),
    );
  return {
    resealed: readable.length,
    broken: opened.filter((row) => row.secret === undefined).map((row) => row.id),
    last: found.at(-1)?.id,
  };
}

/** How many secrets each key has sealed. */
export async function countSealed(db: DbOrTx, { table }: SealedRows): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key_id: string; count: string }>`
    select key_id, count(*) as count from ${sql.table(table)} where key_id is not null group by key_id
  `.execute(db);
  return new Map(rows.map(({ key_id, count }) => [key_id, Number(count)]));
}

function openedOr(key: SealingKey, sealed: Sealed, boundTo: string): Buffer | undefined {
  try {
    return key.open(sealed, boundTo);
  } catch {
    return undefined;
  }
}
