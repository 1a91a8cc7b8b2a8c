import { earlierEnd, fitted, isSameTime, type Overlap, overlapWith, type TermVersion } from './term.ts';

/** Changes to versions, in an order in which no two ever overlap. */
interface VersionPlan<Row> {
  readonly shorter: readonly Row[];
  readonly inserted: Row | undefined;
  readonly longer: readonly Row[];
}

interface Change<Row> {
  readonly without: readonly string[];
  readonly coming?: Row | undefined;
  /** Versions with different keys may hold at the same time. */
  keyOf(row: Row): string;
}

/**
 * Plans a contract's versions without some and with another one, new or changed. Versions that had yielded get their
 * time back. Returns an overlap if `coming` does not fit.
 */
export function planVersions<Row extends TermVersion>(
  kept: readonly Row[],
  { without, coming, keyOf }: Change<Row>,
): VersionPlan<Row> | { readonly overlap: Overlap<Row> } {
  const lineOf = (row: Row) => `${row.temporary} ${keyOf(row)}`;
  const staying = kept.filter(({ id }) => !without.includes(id) && id !== coming?.id);
  if (coming) {
    const ofOneLine = (rows: readonly Row[]) => rows.filter((row) => lineOf(row) === lineOf(coming));
    const overlap = overlapWith(ofOneLine(staying), coming, ofOneLine(kept));
    if (overlap) return { overlap };
  }
  const lines = Map.groupBy(coming ? [...staying, coming] : staying, lineOf);
  const after = [...lines.values()].flatMap((versions) => fitted(versions));
  const was = new Map(kept.map((row) => [row.id, row]));
  const changed = after.filter((row) => was.has(row.id) && was.get(row.id) !== row);
  const shorter = changed.filter((row) => isShorter(row, was.get(row.id) ?? row));
  const [arrived, others] = [
    after.filter(({ id }) => id === coming?.id),
    changed.filter(({ id }) => id !== coming?.id),
  ];
  const isNew = coming !== undefined && !was.has(coming.id);
  return {
    shorter,
    inserted: isNew ? arrived[0] : undefined,
    // The changed version must leave its former time before another one extends into it.
    longer: [...(isNew ? [] : arrived), ...others].filter((row) => !shorter.includes(row)),
  };
}

function isShorter(row: TermVersion, old: TermVersion): boolean {
  if (row.effective_from < old.effective_from) return false;
  return isSameTime(earlierEnd(row.effective_to, old.effective_to), row.effective_to);
}
