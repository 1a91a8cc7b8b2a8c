import { conflict } from '../../../platform/refusal.ts';
import { earlierEnd, firstOverlap, fitted, isSameTime, type TermRow } from './term.ts';
import type { TermKind, TermWork } from './terms.ts';

/**
 * Brings the versions of a contract to what they come to without some and with another one, and makes those fit that made way
 * for either. 409 when two would hold at once. Answers them as they are kept.
 */
export async function changeVersions<Own extends object, Value extends object, Told extends object>(
  terms: TermKind<Own, Value, Told>,
  { tx, contract }: TermWork,
  kept: readonly (TermRow & Own)[],
  { without, coming, from }: { without: readonly string[]; coming?: TermRow & Own; from: Date },
): Promise<void> {
  type Row = TermRow & Own;
  const staying = kept.filter(({ id }) => !without.includes(id) && id !== coming?.id);
  const wanted = [...Map.groupBy([...staying, ...(coming ? [coming] : [])], (row) => terms.apart(row)).values()];
  const after = wanted.flatMap((versions) => {
    const ordered = fitted(versions);
    const overlap = firstOverlap(ordered);
    if (overlap) throw twoAtOnce(overlap, coming);
    return ordered;
  });
  const was = new Map(kept.map((row) => [row.id, row]));
  const changed = after.filter((row) => was.get(row.id) !== row && was.has(row.id));
  const isShorter = (row: Row) => {
    const old = was.get(row.id);
    return old !== undefined && row.effective_from >= old.effective_from && isWithin(row, old);
  };
  if (without.length > 0) await terms.store.delete(tx, contract.id, without);
  // What becomes shorter makes room for the one that comes, and that for what goes on: never do two hold at once.
  const shorter = changed.filter(isShorter);
  const longer = changed.filter((row) => !isShorter(row)).toSorted((row) => (row.id === coming?.id ? -1 : 1));
  for (const row of shorter) await terms.store.update(tx, row);
  if (coming && !was.has(coming.id)) await terms.store.insert(tx, after.find(({ id }) => id === coming.id) ?? coming);
  for (const row of longer) await terms.store.update(tx, row);
  await terms.after?.(tx, contract, from);
}

function isWithin(row: TermRow, old: TermRow): boolean {
  return isSameTime(earlierEnd(row.effective_to, old.effective_to), row.effective_to);
}

function twoAtOnce([first, second]: readonly [TermRow, TermRow], coming: TermRow | undefined) {
  const field = coming === undefined ? 'ids' : second.id === coming.id ? 'start' : 'end';
  const other = second.id === coming?.id ? first : second;
  return conflict('TERM_CONFLICT', 'Another version holds within this time.', { field, id: other.id });
}
