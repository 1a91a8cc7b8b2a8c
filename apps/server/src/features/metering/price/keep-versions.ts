import type { Tx } from '#platform/postgres/database.ts';
import type { PriceRow } from './price.ts';

/** Turns the stored versions `before` of one price into `after`: deletes, inserts, and updates ends and flags. */
export async function keepVersions(tx: Tx, before: readonly PriceRow[], after: readonly PriceRow[]): Promise<void> {
  const idsOf = (versions: readonly PriceRow[]) => new Set(versions.map(({ id }) => id));
  const [known, kept] = [idsOf(before), idsOf(after)];
  const gone = before.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  if (gone.length > 0) await tx.deleteFrom('price').where('id', 'in', gone).execute();
  for (const row of after.filter((each) => known.has(each.id) && !before.includes(each))) {
    const { id, effective_to, ended_by_next, goes_on, passing } = row;
    await tx.updateTable('price').set({ effective_to, ended_by_next, goes_on, passing }).where('id', '=', id).execute();
  }
  const added = after.filter(({ id }) => !known.has(id));
  if (added.length > 0) await tx.insertInto('price').values(added).execute();
}
