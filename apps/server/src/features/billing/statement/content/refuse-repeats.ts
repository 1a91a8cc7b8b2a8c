import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';

/** Refuses with 400 a list with a repeated id; `fieldOf` gives the field of the second one. */
export function refuseRepeats(ids: readonly string[], fieldOf: (index: number) => string): void {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) throw invalidParameter(fieldOf(repeated), says('namedTwice', { id: ids[repeated] ?? '' }));
}
