import { day, instantText } from '@usance/api/wire';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type ArchivedTable, fileOf } from './archived-tables.ts';
import { bad } from './open-archive.ts';

/** What rows of an archive say by column, each with what its value has to be where the database takes more than can be told. */
type ToldColumns = ReadonlyMap<string, z.ZodMiniType | undefined>;

/** What is counted on from a time, by days or months, is told too, and has a year of four digits. */
const inTime = z.refine<string>((text) => text < '9900');

/** The database also knows endless times, years of five digits, longer numbers and such that are none, which no reply can tell. */
const tellable: Readonly<Record<string, z.ZodMiniType>> = {
  'timestamp with time zone': z.nullable(instantText.check(inTime)),
  date: z.nullable(day.check(inTime)),
  numeric: z.nullable(z.number().check(z.gt(-1e26), z.lt(1e26))),
};

export async function columnsOf(
  tx: Tx,
  { table, without = [], ofSku }: ArchivedTable,
): Promise<{ kept: string[]; told: ToldColumns }> {
  const { rows } = await sql<{ name: string; made: boolean; type: string }>`
    select attname as name, attgenerated <> '' as made, atttypid::regtype::text as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`.execute(tx);
  const told = rows.filter(({ name }) => !without.includes(name));
  return {
    kept: rows.filter(({ made }) => !made).map(({ name }) => name),
    told: new Map(told.map(({ name, type }) => [ofSku && name === 'sku_id' ? 'sku' : name, tellable[type]])),
  };
}

/** Of another version, or made up. */
export function assertColumns(each: ArchivedTable, lines: readonly string[], told: ToldColumns): void {
  for (const line of lines) {
    const row = Object.entries<unknown>(JSON.parse(line));
    if (row.length !== told.size || !row.every(([name]) => told.has(name)))
      throw bad(`${fileOf(each)} says other things than this version keeps.`);
    const wrong = row.find(([name, value]) => told.get(name)?.safeParse(value).success === false);
    if (wrong) throw bad(`${fileOf(each)} has a ${wrong[0]} that cannot be told.`);
  }
}
