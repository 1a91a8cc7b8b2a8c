import { instant, plusDays24h } from '@usance/period/instant';
import { expect, it } from 'vitest';
import { latenessOf } from './lateness.ts';

const [first, second] = [instant('2027-02-08T00:00:00Z'), instant('2027-03-08T00:00:00Z')];
const hidden = plusDays24h(first, -2);
/** 20 and then 5, of which a dispute once hid the first. */
const unpaid = [
  { undeducted: '20', overdueFrom: first, hiddenAt: hidden },
  { undeducted: '5', overdueFrom: second, hiddenAt: undefined },
];

it.each([
  ['0', first, hidden],
  ['19.99', first, hidden],
  ['19.996', second, undefined],
  ['20', second, undefined],
  ['24.995', second, undefined],
  ['24.996', undefined, undefined],
  ['30', undefined, undefined],
])('a cover of %s pays the oldest first, and less than half a cent is not late', (covered, overdueFrom, hiddenAt) => {
  expect(latenessOf(unpaid, covered)).toEqual({ overdueFrom, hiddenAt });
});
