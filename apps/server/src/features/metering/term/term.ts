/** What every version of terms has, whatever it says beside its times. */
export interface TermRow {
  contract_id: string;
  id: string;
  effective_from: Date;
  effective_to: Date | null;
  /** The version that begins at `effective_to` set it, and nobody asked for it. */
  ended_by_next: boolean;
  reason: string;
  created_at: Date;
}

/**
 * Versions, of which no two may hold at once, in order of time, each end that nobody asked for where the next one begins: one
 * without an end makes way for a later one without an end, and goes on when that is gone.
 */
export function fitted<Row extends TermRow>(versions: readonly Row[]): Row[] {
  const ordered = versions.toSorted((a, b) => a.effective_from.getTime() - b.effective_from.getTime());
  const lastOpen = ordered.findLastIndex((version) => version.effective_to === null || version.ended_by_next);
  return ordered.map((version, index) => {
    const makesWay = version.ended_by_next || (version.effective_to === null && index < lastOpen);
    if (!makesWay) return version;
    const next = ordered[index + 1];
    return { ...version, effective_to: next?.effective_from ?? null, ended_by_next: next !== undefined };
  });
}

/** The first of the versions, in order of time, during which the next one begins. */
export function firstOverlap<Row extends TermRow>(ordered: readonly Row[]): readonly [Row, Row] | undefined {
  for (const [index, version] of ordered.entries()) {
    const next = ordered[index + 1];
    if (next && (version.effective_to === null || version.effective_to > next.effective_from)) return [version, next];
  }
  return undefined;
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
