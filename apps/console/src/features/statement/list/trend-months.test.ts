import { instant } from '@usance/period/instant';
import { expect, it } from 'vitest';
import { monthsBefore } from './trend-months.ts';

it('are the past months in the contract’s zone, oldest first, across a year’s end', () => {
  const now = instant('2027-01-31T17:00:00Z');
  expect(monthsBefore(now, 2, 'UTC')).toEqual(['2026-11', '2026-12']);
  expect(monthsBefore(now, 2, 'Asia/Shanghai')).toEqual(['2026-12', '2027-01']);
});
