import { canonicalLine } from '../../statement/signing/statement-digest.ts';
import type { StoredStatement } from '../proving/stored-statement.ts';

/** The names of a line's canonical values, as the columns of rows.csv are named. */
const names = [
  'product',
  'type',
  'sub_type',
  'billing_item',
  'cloud_provider',
  'region',
  'edition',
  'adjustment',
  'list_price',
  'price_unit',
  'multiplier',
  'consumption_unit',
  'consumption',
  'usages',
  'amount',
  'offer_id',
] as const;

/** Returns the lines of a statement with the values that their digest covers, and the amount shown. */
export function archiveLines({ lines }: StoredStatement): Readonly<Record<string, string>>[] {
  return lines.map((line) => {
    const values = canonicalLine(line);
    const covered = names.map((name, at) => [name, values[at] ?? '']);
    return { ...Object.fromEntries(covered), shown_amount: line.shownAmount };
  });
}
