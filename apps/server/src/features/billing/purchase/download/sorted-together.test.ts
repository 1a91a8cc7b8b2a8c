import { expect, it } from 'vitest';
import { sortedTogether } from './sorted-together.ts';

const partsOf = (...rows: readonly bigint[]) =>
  sortedTogether(rows.map((count, at) => ({ runNo: BigInt(at), rows: count }))).map((part) =>
    part.map(({ rows: count }) => count),
  );

it('takes runs together in their order as long as they are few rows, and a large one by itself', () => {
  expect(partsOf(10_000n, 10_000n, 1n)).toEqual([[10_000n, 10_000n], [1n]]);
  expect(partsOf(1n, 500_000n, 2n, 3n)).toEqual([[1n], [500_000n], [2n, 3n]]);
});

it('leaves out runs of which nothing is asked', () => {
  expect(partsOf(0n, 1n, 0n, 2n)).toEqual([[1n, 2n]]);
  expect(partsOf(0n)).toEqual([]);
  expect(partsOf()).toEqual([]);
});
