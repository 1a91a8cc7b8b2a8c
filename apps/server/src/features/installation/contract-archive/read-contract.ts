import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { type ArchivedTable, archivedTables, fileOf } from './archived-tables.ts';

/** A contract's own rows by file, one JSON object a line as PostgreSQL writes it: the same bytes wherever they are. */
export async function readContract(db: DbOrTx, contractId: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const each of archivedTables) files.set(fileOf(each), await linesOf(db, each, contractId));
  return files;
}

async function linesOf(db: DbOrTx, each: ArchivedTable, contractId: string): Promise<Buffer> {
  const { table, by, without = [], ofSku } = each;
  const owner = sql.ref(table === 'contract' ? 'own.id' : 'own.contract_id');
  const order = sql.join(by.map((column) => sql`own.${sql.ref(column)}`));
  const row = ofSku
    ? sql`(to_jsonb(own) - 'sku_id') || jsonb_build_object('sku',
        jsonb_build_array(sku.cloud_provider, sku.region, sku.edition, sku.billing_item, sku.tier))`
    : sql`to_jsonb(own) - ${without}::text[]`;
  const from = ofSku
    ? sql`${sql.table(table)} as own join sku on sku.id = own.sku_id`
    : sql`${sql.table(table)} as own`;
  const { rows } = await sql<{ line: string }>`
    select (${row})::text as line from ${from} where ${owner} = ${contractId} order by ${order}`.execute(db);
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
}
