import type { Range } from '@usance/period/range';
import type { TagHistory } from '../../../contract/datacloud/tag/tag-history.ts';

/** Returns each key that held in a range with its values, sorted. */
export function tagsWithin(history: TagHistory, { start, end }: Range): { key: string; values: string[] }[] {
  const held = [...history.values()].flatMap((steps) =>
    steps
      .filter(({ from }, index) => from < end && start < (steps[index + 1]?.from ?? end))
      .flatMap(({ tags }) => [...tags]),
  );
  const byKey = Map.groupBy(held, ([key]) => key);
  return [...byKey]
    .map(([key, ofKey]) => ({ key, values: [...new Set(ofKey.map(([, value]) => value))].sort() }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
