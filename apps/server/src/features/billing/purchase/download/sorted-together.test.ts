import { expect, it } from 'vitest';
import { sortedTogether } from './sorted-together.ts';

const partsOfDays = (...rows: readonly bigint[]) =>
  sortedTogether(rows.map((count, at) => ({ runNo: BigInt(at), rows: count }))).map((part) =>
    part.map(({ rows: count }) => count),
  );

it('groups runs in order while they have few rows, and keeps a large one alone', () => {
  expect(partsOfDays(10_000n, 10_000n, 1n)).toEqual([[10_000n, 10_000n], [1n]]);
  expect(partsOfDays(1n, 500_000n, 2n, 3n)).toEqual([[1n], [500_000n], [2n, 3n]]);
});

it('leaves out runs without matching rows', () => {
  expect(partsOfDays(0n, 1n, 0n, 2n)).toEqual([[1n, 2n]]);
  expect(partsOfDays(0n)).toEqual([]);
  expect(partsOfDays()).toEqual([]);
});
