import { setImmediate } from 'node:timers/promises';

/** The items in their order, so many at a time. Between two stretches everybody else has a turn. */
export async function* inStretches<Item>(items: readonly Item[], atOnce: number): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await setImmediate();
    yield items.slice(at, at + atOnce);
  }
}
