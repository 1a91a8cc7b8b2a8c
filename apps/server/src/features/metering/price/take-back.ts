import { priceId } from '@usance/api/metering/price';
import { newId } from '#platform/ids.ts';
import type { PriceRow } from './price.ts';

/**
 * Returns the versions of one price without `gone` and its continuations. The version that it displaced continues up to
 * its end, so that no time is without a price.
 */
export function withoutVersion(versions: readonly PriceRow[], gone: PriceRow): readonly PriceRow[] {
  let left = versions;
  for (const hole of [gone, ...continuationsOf(versions, gone)]) {
    left = filled(
      left.filter(({ id }) => id !== hole.id),
      hole,
    );
  }
  return left;
}

/**
 * Returns the versions with the end of one set, or removed with null, by a caller; later versions keep such an end.
 * If a passing version ends earlier, the version that it displaced continues from there; if it ends later, that gives
 * way again.
 */
export function withEnd(versions: readonly PriceRow[], { id }: PriceRow, end: Date | null): readonly PriceRow[] {
  const row = versions.find((each) => each.id === id);
  if (!row) return versions;
  const passing = row.passing && end !== null;
  const ended = { ...row, effective_to: end, ended_by_next: false, goes_on: false, passing };
  const others = versions.map((each) => (each === row ? ended : each));
  if (!passing || row.effective_to === null) return others;
  if (end < row.effective_to) return joined(filled(others, { ...row, effective_from: end }), row.effective_to);
  const givesWay = (each: PriceRow) =>
    each.goes_on && each.effective_from >= ended.effective_from && each.effective_from < end;
  return others.flatMap((each) => (givesWay(each) ? from(each, end) : [each]));
}

/** Joins two continuations that meet at `at`, so that a new version can replace any part of them. */
function joined(versions: readonly PriceRow[], at: Date): readonly PriceRow[] {
  const before = versions.find((each) => each.goes_on && each.effective_to?.getTime() === at.getTime());
  const after = versions.find((each) => each.goes_on && each.effective_from.getTime() === at.getTime());
  if (!before || !after || before.unit_price !== after.unit_price || before.list_price !== after.list_price)
    return versions;
  const { effective_to, ended_by_next } = after;
  return versions.flatMap((each) => {
    if (each === after) return [];
    return [each === before ? { ...each, effective_to, ended_by_next } : each];
  });
}

/** Returns the rest of a version from an instant on, as a new row: stored rows only ever change their ends. */
function from(version: PriceRow, at: Date): PriceRow[] {
  if (version.effective_to !== null && version.effective_to <= at) return [];
  return [{ ...version, id: newId(priceId), effective_from: at }];
}

/** In order of time, like `versions`. */
function continuationsOf(versions: readonly PriceRow[], version: PriceRow): readonly PriceRow[] {
  if (version.goes_on) return [];
  return versions.filter((each) => each.goes_on && originOf(versions, each)?.id === version.id);
}

/** Returns the requested version that a continuation goes back to. */
function originOf(versions: readonly PriceRow[], version: PriceRow): PriceRow | undefined {
  if (!version.goes_on) return version;
  const before = goingOnAt(versions, version.effective_from);
  return before && originOf(versions, before);
}

/**
 * Returns the version that continues at an instant where no version begins: a passing version gives way to the one that
 * it displaced.
 */
function goingOnAt(versions: readonly PriceRow[], at: Date): PriceRow | undefined {
  const before = versions.find(({ effective_to }) => effective_to?.getTime() === at.getTime());
  if (before?.ended_by_next) return before;
  return before?.passing ? goingOnAt(versions, before.effective_from) : undefined;
}

function filled(versions: readonly PriceRow[], hole: PriceRow): readonly PriceRow[] {
  const going = goingOnAt(versions, hole.effective_from);
  if (!going) return versions;
  const end = { effective_to: hole.effective_to, ended_by_next: hole.ended_by_next || hole.passing };
  if (going.effective_to?.getTime() === hole.effective_from.getTime())
    return versions.map((each) => (each === going ? { ...each, ...end } : each));
  const again = { ...going, ...end, id: newId(priceId), effective_from: hole.effective_from, goes_on: true };
  return [...versions, again];
}
