import { expect, it } from 'vitest';
import { hashPassword, passwordFits } from './password.ts';

/** Counts the turns of the event loop during the work: 0 if the work blocks its thread. */
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

it('hashing does not block the event loop', async () => {
  const kept = await hashPassword('Correct-horse-7');
  // The first call makes the decoy hash.
  await passwordFits(undefined, 'wrong');
  for (const work of [
    () => hashPassword('Correct-horse-7'),
    () => passwordFits(kept, 'Correct-horse-7'),
    () => passwordFits(kept, 'wrong'),
    () => passwordFits(undefined, 'wrong'),
  ])
    expect(await turnsDuring(work)).toBeGreaterThan(10);
  // Work that blocks the loop counts no turns.
  expect(await turnsDuring(async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20))).toBe(0);
});
