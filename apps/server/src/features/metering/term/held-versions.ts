import { outside, type Version } from './outside.ts';

/** Returns versions for the times in which they hold: a temporary version interrupts the one around it. */
export function heldVersions<V extends Version & { readonly temporary: boolean }>(versions: readonly V[]): V[] {
  const temporary = versions.filter((version) => version.temporary);
  return versions.flatMap((version) => (version.temporary ? [version] : outside(version, temporary)));
}
