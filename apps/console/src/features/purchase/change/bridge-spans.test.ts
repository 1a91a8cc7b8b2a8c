import { expect, it } from 'vitest';
import { spansOf } from './bridge-spans.ts';

const level = (amount: string) => ({ kind: 'level', amount }) as const;
const change = (amount: string) => ({ kind: 'change', amount }) as const;
const places = (steps: Parameters<typeof spansOf>[0]) =>
  spansOf(steps).map(({ insetInlineStart, inlineSize }) => [insetInlineStart, inlineSize]);

it('stands levels on 0, and lets a change go on where the one before has ended', () => {
  expect(places([level('100'), change('100'), change('-50'), level('150')])).toEqual([
    ['0%', '50%'],
    ['50%', '50%'],
    ['75%', '25%'],
    ['0%', '75%'],
  ]);
});

it('leaves room below 0', () => {
  expect(places([level('50'), change('-100'), level('-50')])).toEqual([
    ['50%', '50%'],
    ['0%', '100%'],
    ['0%', '50%'],
  ]);
});

it('has no bars if all is 0', () => {
  expect(places([level('0'), level('0')])).toEqual([
    ['0%', '0%'],
    ['0%', '0%'],
  ]);
});
