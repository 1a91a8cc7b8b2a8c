import { expect, test } from 'vitest';
import { linearScale, roundMarks } from './linear-scale.ts';

test('a scale inverts its own mapping', () => {
  const scale = linearScale([-10, 30], [200, 0]);
  expect([-10, 0, 30].map(scale)).toEqual([200, 150, 0]);
  expect(scale.invert(150)).toBe(0);
});

test.each([
  [0, 1_001, [0, 200, 400, 600, 800, 1_000, 1_200]],
  [0, 30_000, [0, 10_000, 20_000, 30_000]],
  [0, 0.35, [0, 0.1, 0.2, 0.3, 0.4]],
  [-3, 9.5, [-5, 0, 5, 10]],
  [-7, 0, [-8, -6, -4, -2, 0]],
  [0, 1e-8, [0, 2e-9, 4e-9, 6e-9, 8e-9, 1e-8]],
])('round marks enclose %d and %d', (low, high, expected) => {
  expect(roundMarks(low, high)).toEqual(expected);
});
