/** The times of a version of terms. */
export interface TermVersion {
  id: string;
  effective_from: Date;
  effective_to: Date | null;
  /** True if the next version set `effective_to`, not a caller. */
  ended_by_next: boolean;
  /** True if it interrupts another version, which continues afterwards. */
  temporary: boolean;
}

/** The columns that every kind of terms has. */
export interface TermRow extends TermVersion {
  contract_id: string;
  reason: string;
  created_at: Date;
}

/** True if no caller has set its end. */
function isOpen({ effective_to, ended_by_next }: TermVersion): boolean {
  return effective_to === null || ended_by_next;
}

/** Orders versions by time, and ends each open one where the next begins. */
export function fitted<Row extends TermVersion>(versions: readonly Row[]): Row[] {
  const ordered = versions.toSorted((a, b) => a.effective_from.getTime() - b.effective_from.getTime());
  return ordered.map((version, index) => {
    if (!isOpen(version)) return version;
    const end = ordered[index + 1]?.effective_from ?? null;
    const endedByNext = end !== null;
    if (isSameTime(version.effective_to, end) && version.ended_by_next === endedByNext) return version;
    return { ...version, effective_to: end, ended_by_next: endedByNext };
  });
}

/** The version that leaves no room, and the end of the coming version that it overlaps. */
export interface Overlap<Row> {
  readonly field: 'start' | 'end';
  readonly version: Row;
}

/**
 * Returns the version among `others` that leaves no room for `coming`. An open version yields only to another open one:
 * after a version with an end, nothing would hold. `before` are all stored versions.
 */
export function overlapWith<Row extends TermVersion>(
  others: readonly Row[],
  coming: Row,
  before: readonly Row[],
): Overlap<Row> | undefined {
  const { effective_from: start, effective_to: end } = coming;
  const ordered = fitted(others);
  const holding = ordered.find((version) => version.effective_from <= start && isAfter(version.effective_to, start));
  if (holding && !makesWay(holding, coming, before)) return { field: 'start', version: holding };
  const next = ordered.find((version) => version.effective_from > start);
  const fits = !next || (isOpen(coming) ? isOpen(next) : !isAfter(end, next.effective_from));
  return fits ? undefined : { field: 'end', version: next };
}

function makesWay<Row extends TermVersion>(holding: Row, coming: Row, before: readonly Row[]): boolean {
  if (!isOpen(holding) || isSameTime(holding.effective_from, coming.effective_from)) return false;
  return isOpen(coming) || stillFollows(holding, coming, before);
}

/** True if `coming` already follows `holding` and covers its former time up to there, so that no gap appears. */
function stillFollows<Row extends TermVersion>(holding: Row, coming: Row, before: readonly Row[]): boolean {
  const [held, came] = [holding, coming].map(({ id }) => before.find((version) => version.id === id));
  if (!held?.ended_by_next || !held.effective_to || !isSameTime(held.effective_to, came?.effective_from ?? null))
    return false;
  return isAfter(coming.effective_to, held.effective_to) || isSameTime(coming.effective_to, held.effective_to);
}

/** True if an end lies after an instant; null is no end. */
function isAfter(end: Date | null, at: Date): boolean {
  return end === null || end > at;
}

/** The earlier of two ends; null is no end. */
export function earlierEnd(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return earliestOf([one, other]);
}

export function earliestOf(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((at) => at.getTime())));
}

export function latestOf(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((at) => at.getTime())));
}

export function isSameTime(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}
