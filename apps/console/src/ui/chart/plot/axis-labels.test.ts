import { expect, it } from 'vitest';
import { axisLabels } from './axis-labels.ts';

const days = (count: number) => Array.from({ length: count }, (_, index) => `day ${index}`);
const shown = (given: { count: number; width: number; right: number }) => {
  const { count, width, right } = given;
  const xOf = (index: number) => 50 + (index * (right - 60)) / Math.max(1, count - 1);
  return axisLabels({ labels: days(count), xOf, widthOf: () => width, left: 50, right });
};

it('labels each point if all labels fit', () => {
  expect(shown({ count: 4, width: 30, right: 600 }).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
});

it.each(
  [30, 48, 70].flatMap((width) =>
    [320, 390, 720, 1113].flatMap((right) => [7, 28, 30, 31].map((count) => ({ width, right, count }))),
  ),
)('lets no label touch another or the edge: %o', ({ width, right, count }) => {
  const labels = shown({ count, width, right });
  expect(labels.length).toBeGreaterThan(1);
  const gaps = labels.slice(1).map(({ x }, index) => x - (labels[index]?.x ?? 0) - width);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12);
  expect((labels.at(-1)?.x ?? 0) + width / 2).toBeLessThanOrEqual(right);
});

it('drops the last but one, not the last, if the edge pushes them together', () => {
  const xOf = (index: number) => [50, 130, 200][index] ?? 0;
  const room = { labels: days(3), xOf, widthOf: () => 60, left: 0, right: 210 };
  expect(axisLabels(room)).toEqual([
    { index: 0, x: 50 },
    { index: 2, x: 180 },
  ]);
});
