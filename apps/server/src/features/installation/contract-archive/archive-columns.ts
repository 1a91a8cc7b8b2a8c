import { day, exactText, instantText } from '@usance/api/wire';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/postgres/database.ts';
import { type ArchivedTable, fileOf } from './archived-tables.ts';
import { bad } from './open-archive.ts';

/** What rows of an archive say by column, each with what its value has to be where the database takes more than can be told. */
type ToldColumns = ReadonlyMap<string, z.ZodMiniType | undefined>;

/** What is counted on from a time, by days or months, is told too, and has a year of four digits. */
const inTime = z.refine<string>((text) => text < '9900');

/** A row names its SKU by its place in the catalogue. */
const sku = z.array(exactText(200, 0)).check(z.length(5));

/**
 * The database also knows endless times, years of five digits, longer numbers and such that are none, which no reply can tell.
 * Its texts have no end, and may turn round what is read after them: a column that says nothing else has one short line.
 */
const tellable: Readonly<Record<string, z.ZodMiniType>> = {
  'timestamp with time zone': z.nullable(instantText.check(inTime)),
  date: z.nullable(day.check(inTime)),
  numeric: z.nullable(z.number().check(z.gt(-1e26), z.lt(1e26))),
  text: z.nullable(exactText(200, 0)),
};

export async function columnsOf(
  tx: Tx,
  { table, without = [], ofSku, tells = {} }: ArchivedTable,
): Promise<{ kept: string[]; told: ToldColumns }> {
  const { rows } = await sql<{ name: string; made: boolean; type: string }>`
    select attname as name, attgenerated <> '' as made, atttypid::regtype::text as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`.execute(tx);
  const told = rows.filter(({ name }) => !without.includes(name));
  return {
    kept: rows.filter(({ made }) => !made).map(({ name }) => name),
    told: new Map(
      told.map(({ name, type }) => (ofSku && name === 'sku_id' ? ['sku', sku] : [name, tells[name] ?? tellable[type]])),
    ),
  };
}

/** Rows of another version, or made up, are refused. */
export function assertColumns(each: ArchivedTable, lines: readonly string[], told: ToldColumns): void {
  for (const line of lines) {
    const row: Record<string, unknown> = JSON.parse(line);
    const said = Object.entries(row);
    if (said.length !== told.size || !said.every(([name]) => told.has(name)))
      throw bad(`${fileOf(each)} says other things than this version keeps.`);
    const wrong = said.find(([name, value]) => !canBeTold(told.get(name), value));
    if (wrong) throw bad(`${fileOf(each)} has a ${wrong[0]} that cannot be told.`);
    if (each.rows?.safeParse(row).success === false) throw bad(`${fileOf(each)} has a row that cannot be told.`);
  }
}

/** A call would have trimmed a text before it was bounded; here it is kept as it stands. */
function canBeTold(schema: z.ZodMiniType | undefined, value: unknown): boolean {
  const result = schema?.safeParse(value);
  if (!result) return true;
  return result.success && (typeof value !== 'string' || result.data === value);
}
