import { earlierEnd, fitted, isSameTime, type Overlap, overlapWith, type TermVersion } from './term.ts';

/** What makes versions others, in an order in which no two ever hold at once. */
interface VersionPlan<Row> {
  readonly shorter: readonly Row[];
  readonly inserted: Row | undefined;
  readonly longer: readonly Row[];
}

interface Change<Row> {
  readonly without: readonly string[];
  readonly coming?: Row | undefined;
  /** Versions that differ in this may hold at once. */
  apart(row: Row): string;
}

/**
 * The kept versions of a contract without some and with another one, new or changed: what made way for either fits again.
 * An overlap where there is no room.
 */
export function planVersions<Row extends TermVersion>(
  kept: readonly Row[],
  { without, coming, apart }: Change<Row>,
): VersionPlan<Row> | { readonly overlap: Overlap<Row> } {
  const lineOf = (row: Row) => `${row.temporary} ${apart(row)}`;
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
    // The one that comes leaves its former time before another goes on in it.
    longer: [...(isNew ? [] : arrived), ...others].filter((row) => !shorter.includes(row)),
  };
}

function isShorter(row: TermVersion, old: TermVersion): boolean {
  if (row.effective_from < old.effective_from) return false;
  return isSameTime(earlierEnd(row.effective_to, old.effective_to), row.effective_to);
}
