import { expect, it } from 'vitest';
import { LiveMemory } from './live-memory.ts';

/** A memory in which so much lives, beside what could be collected. */
function memory(most: number) {
  const state = { living: 0, garbage: 0, collected: 0 };
  const collect = () => {
    state.garbage = 0;
    state.collected += 1;
  };
  return { state, live: new LiveMemory(most, { used: () => state.living + state.garbage, collect }) };
}

it('what can be collected refuses nobody', () => {
  const { state, live } = memory(100);
  state.garbage = 1_000;
  expect([live.isOver(0), state.collected]).toEqual([false, 1]);
});

it('what lives refuses, and no longer than it lives, though nothing else has it collected', () => {
  const { state, live } = memory(100);
  state.living = 101;
  expect(live.isOver(0)).toBe(true);
  Object.assign(state, { living: 0, garbage: 101 });
  expect(live.isOver(10_000)).toBe(false);
});

it('is collected now and then only, however often it is asked', () => {
  const { state, live } = memory(100);
  state.living = 101;
  for (let ms = 0; ms < 30_000; ms += 10) expect(live.isOver(ms)).toBe(true);
  expect(state.collected).toBe(3);
});

it('of this process counts buffers while they are held, and not when they are let go of', {
  timeout: 30_000,
}, async () => {
  const live = new LiveMemory((await settledMemory()) + 100 * 2 ** 20);
  const held: Buffer[] = [];
  hold(held);
  expect(live.isOver(0)).toBe(true);
  held.length = 0;
  let ms = 0;
  // Memory of buffers is freed beside the collection, and seen at a later look: on a busy machine seconds later.
  const lookedAgain = () => {
    ms += 10_000;
    return live.isOver(ms);
  };
  await expect.poll(lookedAgain, { timeout: 20_000 }).toBe(false);
});

/** What is used once nothing is left to collect: of the tests before, much may still be on its way out. */
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

/** By itself, since a function that waits keeps all it has had in hand, a buffer that it let go of too. */
function hold(held: Buffer[]): void {
  held.push(Buffer.alloc(300 * 2 ** 20));
}
