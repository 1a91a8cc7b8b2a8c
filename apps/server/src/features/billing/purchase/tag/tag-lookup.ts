import { numbers, quote } from '#platform/clickhouse/literal.ts';
import { noTags, type TagHistory, type Tags } from '../../../contract/datacloud/tag/tag-history.ts';

/** The column with the instant of a row's use. */
export type UsedAt = 'start_at' | 'bill_at' | 'tagged_at';

/**
 * SQL for what the tags of a row's hour come to. It searches one sorted list of all steps for the place of the value. A
 * step is a number: its data cloud in the upper half, and the second of its beginning in the lower half. Each value is
 * spelled once, however many steps have it.
 */
export function tagLookupSql(history: TagHistory, at: UsedAt, sqlOf: (tags: Tags) => string): string {
  const { ids, steps, values } = placesOf(history, sqlOf);
  const otherwise = values[0] ?? '';
  if (ids.length === 0) return otherwise;
  const column = (each: (step: Step) => number) => steps.map(each);
  const starts = column(({ cloud, second }) => cloud * perDatacloud + second);
  const clouds = ids.map((_, index) => index + 1);
  const datacloud = `transform(toString(datacloud_id), [${ids.map(quote).join(',')}], ${numbers('UInt64', clouds)}, toUInt64(0))`;
  const step = `roundDown(${datacloud} * ${perDatacloud} + toUnixTimestamp(${at}), ${numbers('UInt64', [0, ...starts])})`;
  const place = `transform(${step}, ${numbers('UInt64', starts)}, ${numbers(
    'UInt32',
    column((each) => each.place),
  )}, toUInt32(0))`;
  return `transform(${place}, ${numbers('UInt32', [...values.keys()])}, [${values.join(',')}], ${otherwise})`;
}

const perDatacloud = 2 ** 32;

/** A data cloud from a second on has the value of this place. */
interface Step {
  readonly cloud: number;
  readonly second: number;
  readonly place: number;
}

interface Places {
  readonly ids: readonly string[];
  readonly steps: readonly Step[];
  /** The distinct values; the first is of usage without tags. */
  readonly values: readonly string[];
}

/** Finds the value of each step. Steps that do not change it are left out, and data clouds that have only the first. */
function placesOf(history: TagHistory, sqlOf: (tags: Tags) => string): Places {
  const places = new Map([[sqlOf(noTags), 0]]);
  const placeOf = (tags: Tags) => {
    const value = sqlOf(tags);
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  };
  const changing = [...history].flatMap(([id, ofOne]) => {
    const before = ofOne[0]?.from === 0 ? [] : [{ second: 0, place: 0 }];
    const all = [...before, ...ofOne.map(({ from, tags }) => ({ second: from / 1_000, place: placeOf(tags) }))];
    const changes = all.filter(({ place }, index) => place !== all[index - 1]?.place);
    return changes.every(({ place }) => place === 0) ? [] : [{ id, changes }];
  });
  const ids = changing.map(({ id }) => id);
  const steps = changing.flatMap(({ changes }, index) => changes.map((each) => ({ cloud: index + 1, ...each })));
  return { ids, steps, values: [...places.keys()] };
}
