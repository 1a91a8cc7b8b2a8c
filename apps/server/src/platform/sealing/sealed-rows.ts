import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../postgres/database.ts';
import type { Sealed, SealingKey } from './sealing-key.ts';

/** The sealed rows of a table, one secret each, and how to reseal them. Each room with sealed rows has one. */
export interface SealedRows {
  readonly table: string;
  /** The columns that name the row and hold its secret. */
  readonly id: string;
  readonly secret: string;
  /** Returns the identity that a row's secret is bound to. */
  boundTo(id: string): string;
  /** Stores secrets sealed by the key `keyId`, in the order of the rows' ids. */
  replace(tx: Tx, keyId: string, ids: readonly string[], secrets: readonly string[]): Promise<void>;
}

export interface SealedBatch {
  readonly resealed: number;
  /** Rows whose secret fails to decrypt with its key. */
  readonly broken: readonly string[];
  /** The last row of the batch; undefined if it was empty. */
  readonly last: string | undefined;
}

/**
 * Reseals one batch of rows, after the row `after`, from former keys to the current one. Waits for rows locked by other
 * writers, and skips those that they resealed.
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

/** Returns the number of secrets that each key has sealed. */
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
