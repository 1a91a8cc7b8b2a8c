import { setImmediate } from 'node:timers/promises';

/** Yields the items in order, `atOnce` at a time, and lets other work run between two stretches. */
export async function* inStretches<Item>(items: readonly Item[], atOnce: number): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await setImmediate();
    yield items.slice(at, at + atOnce);
  }
}
