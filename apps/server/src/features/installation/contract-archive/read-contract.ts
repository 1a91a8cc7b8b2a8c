import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type ArchivedTable, archivedTables, fileOf } from './archived-tables.ts';
import { digestOf, type FileSum, FileSummed } from './manifest.ts';

/**
 * Yields a contract's rows of a table, one JSON object a line as PostgreSQL writes it: the same bytes in every
 * installation.
 */
export async function* readRows(db: DbOrTx, each: ArchivedTable, contractId: string): AsyncGenerator<Buffer> {
  const { table, inParts } = each;
  if (inParts === undefined) {
    yield await linesOf(db, each, contractId);
    return;
  }
  const column = sql.ref(inParts);
  const { rows } = await sql<{ part: string }>`
    select distinct ${column} as part from ${sql.table(table)} where contract_id = ${contractId} order by part`.execute(
    db,
  );
  for (const { part } of rows) yield await linesOf(db, each, contractId, part);
}

/** Returns the digest that an export of the contract would have. */
export async function digestOfContract(db: DbOrTx, contractId: string): Promise<string> {
  const sums = new Map<string, FileSum>();
  for (const each of archivedTables) {
    const summed = new FileSummed();
    for await (const part of readRows(db, each, contractId)) summed.add(part);
    sums.set(fileOf(each), summed.sum());
  }
  return digestOf(sums);
}

async function linesOf(db: DbOrTx, each: ArchivedTable, contractId: string, part?: string): Promise<Buffer> {
  const { table, by, without = [], ofSku, inParts } = each;
  const owner = sql.ref(table === 'contract' ? 'own.id' : 'own.contract_id');
  const order = sql.join(by.map((column) => sql`own.${sql.ref(column)}`));
  const row = ofSku
    ? sql`(to_jsonb(own) - 'sku_id') || jsonb_build_object('sku',
        jsonb_build_array(sku.cloud_provider, sku.region, sku.edition, sku.billing_item, sku.tier))`
    : sql`to_jsonb(own) - ${without}::text[]`;
  const from = ofSku
    ? sql`${sql.table(table)} as own join sku on sku.id = own.sku_id`
    : sql`${sql.table(table)} as own`;
  const ofPart = inParts === undefined ? sql`` : sql`and own.${sql.ref(inParts)} = ${part}`;
  const { rows } = await sql<{ line: string }>`
    select (${row})::text as line from ${from} where ${owner} = ${contractId} ${ofPart} order by ${order}`.execute(db);
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
}
