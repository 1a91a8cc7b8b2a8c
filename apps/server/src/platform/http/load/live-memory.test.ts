import { expect, it } from 'vitest';
import { LiveMemory } from './live-memory.ts';

/** A memory with live bytes and bytes that could be collected. */
function memory(most: number) {
  const state = { living: 0, garbage: 0, collected: 0 };
  const collect = () => {
    state.garbage = 0;
    state.collected += 1;
  };
  return { state, live: new LiveMemory(most, { used: () => state.living + state.garbage, collect }) };
}

it('garbage refuses no request', () => {
  const { state, live } = memory(100);
  state.garbage = 1_000;
  expect([live.isOver(0), state.collected]).toEqual([false, 1]);
});

it('live bytes refuse requests only as long as they live, even without other collections', () => {
  const { state, live } = memory(100);
  state.living = 101;
  expect(live.isOver(0)).toBe(true);
  Object.assign(state, { living: 0, garbage: 101 });
  expect(live.isOver(10_000)).toBe(false);
});

it('is collected only now and then, however often it is checked', () => {
  const { state, live } = memory(100);
  state.living = 101;
  for (let ms = 0; ms < 30_000; ms += 10) expect(live.isOver(ms)).toBe(true);
  expect(state.collected).toBe(3);
});

it('of this process counts held buffers, and not released ones', {
  timeout: 30_000,
}, async () => {
  const live = new LiveMemory((await settledMemory()) + 100 * 2 ** 20);
  const held: Buffer[] = [];
  hold(held);
  expect(live.isOver(0)).toBe(true);
  held.length = 0;
  let ms = 0;
  // Buffers are freed some time after the collection: on a busy machine seconds later.
  const lookedAgain = () => {
    ms += 10_000;
    return live.isOver(ms);
  };
  await expect.poll(lookedAgain, { timeout: 20_000 }).toBe(false);
});

/** The used memory after everything is collected; leftovers of earlier tests may take a while. */
async function settledMemory(): Promise<number> {
  let used = 0;
  const changed = () => {
    const before = used;
    new LiveMemory(0).isOver(0);
    const { heapUsed, external } = process.memoryUsage();
    used = heapUsed + external;
    return Math.abs(used - before);
  };
  await expect.poll(changed, { timeout: 20_000 }).toBeLessThan(2 ** 20);
  return used;
}

/** A separate function, because a waiting one keeps all its values alive, even released buffers. */
function hold(held: Buffer[]): void {
  held.push(Buffer.alloc(300 * 2 ** 20));
}
