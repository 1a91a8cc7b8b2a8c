import { describe, expect, it } from 'vitest';
import { limitsOf } from './limits.ts';
import { countedMemory, repliesWithin, usualMemory, within } from './memory.ts';

const mebibyte = 2 ** 20;

it.each([
  [1, 1_024],
  [6_144, 1_536],
  [65_536, 4_096],
])('on a machine of %d MiB the engine has %d MiB by default', (machine, has) => {
  expect(usualMemory(machine * mebibyte)).toBe(has * mebibyte);
});

describe('reads leave a share of the memory that the engine counts', () => {
  it.each([
    [1_024, 512, 128, 170, 2],
    [1_536, 1_024, 256, 341, 5],
    [2_048, 1_536, 256, 512, 8],
    [4_096, 3_584, 256, 512, 12],
  ])('of %d MiB: it counts %d, a read has %d, an export %d, and %d replies are sent at once', (process, ...rest) => {
    const counted = countedMemory(process * mebibyte);
    const [read, exported] = [within(limitsOf.read, counted), within(limitsOf.export, counted)];
    expect([counted / mebibyte, read.memoryMiB, exported.memoryMiB, repliesWithin(counted)]).toEqual(rest);
  });

  it('at least half of the smallest, however slowly it is read', () => {
    const counted = countedMemory(usualMemory(0));
    expect(repliesWithin(counted) * within(limitsOf.read, counted).memoryMiB * mebibyte).toBe(counted / 2);
  });

  it('which neither a rating nor a batch of usage leaves to others', () => {
    for (const limits of [limitsOf.rating, limitsOf.intake, limitsOf.upkeep])
      expect(within(limits, 512 * mebibyte)).toBe(limits);
  });

  it('and is as ever where what it counts is not known', () => {
    expect([within(limitsOf.read, undefined), repliesWithin(undefined)]).toEqual([limitsOf.read, 12]);
  });
});
