/** When a version holds, of whatever it says. */
export interface TermVersion {
  id: string;
  effective_from: Date;
  effective_to: Date | null;
  /** The version that begins at `effective_to` set it, and nobody asked for it. */
  ended_by_next: boolean;
  /** It takes its time from the version that it lies in, which goes on afterwards. */
  temporary: boolean;
}

/** What every version of terms has, whatever it says beside its times. */
export interface TermRow extends TermVersion {
  contract_id: string;
  reason: string;
  created_at: Date;
}

/** Nobody asked for its end. */
function isOpen({ effective_to, ended_by_next }: TermVersion): boolean {
  return effective_to === null || ended_by_next;
}

/** Versions in order of time, each open one up to where the next one begins. */
export function fitted<Row extends TermVersion>(versions: readonly Row[]): Row[] {
  const ordered = versions.toSorted((a, b) => a.effective_from.getTime() - b.effective_from.getTime());
  return ordered.map((version, index) => {
    if (!isOpen(version)) return version;
    const end = ordered[index + 1]?.effective_from ?? null;
    if (isSameTime(version.effective_to, end)) return version;
    return { ...version, effective_to: end, ended_by_next: end !== null };
  });
}

/** A version that another one meets, and the end of the other one that meets it. */
export interface Overlap<Row> {
  readonly field: 'start' | 'end';
  readonly version: Row;
}

/**
 * The version among `others` that leaves no room for a coming one. Only an open version makes way, and only for another open
 * one: after one with an end of its own, nothing would hold where the earlier one held. `before` are all as they are kept.
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

/** A version that took the place of an open one and was given an end since may be changed, where no time is left out. */
function stillFollows<Row extends TermVersion>(holding: Row, coming: Row, before: readonly Row[]): boolean {
  const [held, came] = [holding, coming].map(({ id }) => before.find((version) => version.id === id));
  if (!held?.ended_by_next || !held.effective_to || !isSameTime(held.effective_to, came?.effective_from ?? null))
    return false;
  return isAfter(coming.effective_to, held.effective_to) || isSameTime(coming.effective_to, held.effective_to);
}

/** Whether an end, null where there is none, lies after an instant. */
function isAfter(end: Date | null, at: Date): boolean {
  return end === null || end > at;
}

/** The earlier of two ends; null is none. */
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
