import type { Instant } from '@usance/period/instant';

/** A time of validity. `to` is exclusive; null if it has no end. */
export type Version = { readonly from: Instant; readonly to: Instant | null };

/** Returns the parts of `list` that lie outside the versions `own`. */
export function outside<V extends Version>(list: V, own: readonly Version[]): V[] {
  const left: V[] = [];
  let from = list.from;
  for (const version of own.toSorted((a, b) => a.from - b.from)) {
    if (version.from > from && before(from, list.to)) left.push({ ...list, from, to: earlier(version.from, list.to) });
    if (version.to === null) return left;
    if (version.to > from) from = version.to;
  }
  if (before(from, list.to)) left.push({ ...list, from });
  return left;
}

/** Returns versions for the times in which they hold: a temporary version interrupts the one around it. */
export function heldVersions<V extends Version & { readonly temporary: boolean }>(versions: readonly V[]): V[] {
  const temporary = versions.filter((version) => version.temporary);
  return versions.flatMap((version) => (version.temporary ? [version] : outside(version, temporary)));
}

function before(at: Instant, end: Instant | null): boolean {
  return end === null || at < end;
}

function earlier(at: Instant, end: Instant | null): Instant {
  return end !== null && end < at ? end : at;
}
