import { instant } from '@usance/period/instant';
import { expect, it, test } from 'vitest';
import { barStepOf, groupSeries, type PurchaseGroups } from './purchase-groups.ts';

const range = (start: string, end: string) => ({
  start: instant(`${start}T00:00:00Z`),
  end: instant(`${end}T00:00:00Z`),
});

it.each([
  ['2026-10-01', '2026-11-01', 'day'],
  ['2026-09-01', '2026-11-01', 'day'],
  ['2026-08-01', '2026-11-01', 'week'],
  ['2026-05-01', '2026-11-01', 'week'],
  ['2025-11-01', '2026-11-01', 'month'],
])('bars from %s to %s are each a %s', (start, end, step) => {
  expect(barStepOf({ step: undefined }, range(start, end))).toBe(step);
  expect(barStepOf({ step: 'day' }, range(start, end))).toBe('day');
});

test('the rest of all groups is a series of its own, exact to the last place', () => {
  const step = (start: string, amount: string) => ({ start, amount, amountFormatted: '' });
  const groups: PurchaseGroups = {
    items: [{ product: 'Compute', amount: '3', amountFormatted: '', share: '75.0', steps: ['1', '2'] }],
    pageNum: 1,
    pageSize: 10,
    totalSize: 2,
    amount: '4.000000000001',
    amountFormatted: '',
    steps: [step('2026-10-01', '1'), step('2026-10-02', '3.000000000001')],
  };
  const [compute, rest] = groupSeries('product', groups);
  expect(compute).toMatchObject({ id: 'product:Compute', values: ['1', '2'] });
  expect(rest?.values).toEqual(['0', '1.000000000001']);
  expect(
    groupSeries('product', { ...groups, steps: [step('2026-10-01', '1.0'), step('2026-10-02', '2')] }),
  ).toHaveLength(1);
});
