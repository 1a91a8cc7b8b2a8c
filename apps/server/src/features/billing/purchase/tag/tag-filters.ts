import type { Tags } from '../../../contract/datacloud/tag/tag-history.ts';

/** The values wanted of a key; `undefined` is what has no such tag. */
export type TagFilters = ReadonlyMap<string, readonly (string | undefined)[]>;

/** Reads `key=value` texts. Values of one key are alternatives. */
export function tagFiltersOf(texts: readonly string[]): TagFilters {
  const pairs = texts.map((text): readonly [string, string | undefined] => {
    const [key = '', ...value] = text.split('=');
    return [key, value.length === 0 ? undefined : value.join('=')];
  });
  const byKey = Map.groupBy(pairs, ([key]) => key);
  return new Map([...byKey].map(([key, ofKey]) => [key, ofKey.map(([, value]) => value)]));
}

/** True if the tags have one of the wanted values for each key. */
export function hasWantedTags(filters: TagFilters, tags: Tags): boolean {
  return [...filters].every(([key, values]) => values.includes(tags.get(key)));
}
