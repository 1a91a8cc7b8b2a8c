import { day, exactText, instantText } from '@usance/api/wire';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/postgres/database.ts';
import { type ArchivedTable, fileOf } from './archived-tables.ts';
import { bad } from './open-archive.ts';

/** The columns of archived rows, each with a rule for its values if the database accepts more than a reply can hold. */
type ToldColumns = ReadonlyMap<string, z.ZodMiniType | undefined>;

/** Limits times to years of four digits, since days and months are added to them in replies. */
const inTime = z.refine<string>((text) => text < '9900');

/** A row names its SKU by its place in the catalogue. */
const sku = z.array(exactText(200, 0)).check(z.length(5));

/**
 * Bounds for values that the database accepts but no reply can hold: infinite times, years of five digits, longer
 * numbers, NaN. Texts are unlimited in the database and may reverse the reading direction, so by default a column has
 * one short line.
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

/** Refuses rows of another version, or invented ones. */
export function assertColumns(each: ArchivedTable, lines: readonly string[], told: ToldColumns): void {
  for (const line of lines) {
    const row: Record<string, unknown> = JSON.parse(line);
    const said = Object.entries(row);
    if (said.length !== told.size || !said.every(([name]) => told.has(name)))
      throw bad(`${fileOf(each)} has other columns than this version.`);
    const wrong = said.find(([name, value]) => !canBeTold(told.get(name), value));
    if (wrong) throw bad(`${fileOf(each)} has an invalid ${wrong[0]}.`);
    if (each.rows?.safeParse(row).success === false) throw bad(`${fileOf(each)} has an invalid row.`);
  }
}

/** A call would have trimmed the text first; an archive must have it trimmed already. */
function canBeTold(schema: z.ZodMiniType | undefined, value: unknown): boolean {
  const result = schema?.safeParse(value);
  if (!result) return true;
  return result.success && (typeof value !== 'string' || result.data === value);
}
