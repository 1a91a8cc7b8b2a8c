import { expect, it } from 'vitest';
import { hashPassword, passwordFits } from './password.ts';

/** How often the event loop came round while that was done: never, where it was done on its thread. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

it('hashing leaves the event loop to everybody else', async () => {
  const kept = await hashPassword('Correct-horse-7');
  // The decoy is made once.
  await passwordFits(undefined, 'wrong');
  for (const work of [
    () => hashPassword('Correct-horse-7'),
    () => passwordFits(kept, 'Correct-horse-7'),
    () => passwordFits(kept, 'wrong'),
    () => passwordFits(undefined, 'wrong'),
  ])
    expect(await turnsDuring(work)).toBeGreaterThan(10);
  // What such work on the loop's own thread looks like.
  expect(await turnsDuring(async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20))).toBe(0);
});
