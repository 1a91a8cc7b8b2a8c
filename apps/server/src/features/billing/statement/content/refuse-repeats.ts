import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';

/** Refuses with 400 a list that names something twice; `fieldOf` says where the second of them stands. */
export function refuseRepeats(ids: readonly string[], fieldOf: (index: number) => string): void {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) throw invalidParameter(fieldOf(repeated), says('namedTwice', { id: ids[repeated] ?? '' }));
}
