import { outside, type Version } from './outside.ts';

/** Versions for the times at which they hold: a temporary one takes its time from the one that it lies in. */
export function heldVersions<V extends Version & { readonly temporary: boolean }>(versions: readonly V[]): V[] {
  const temporary = versions.filter((version) => version.temporary);
  return versions.flatMap((version) => (version.temporary ? [version] : outside(version, temporary)));
}
