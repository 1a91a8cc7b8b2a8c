import { describe, expect, it } from 'vitest';
import { parseBillingMonth } from './billing-month.ts';
import { toRfc3339 } from './instant.ts';
import { autoConfirmAt, deductAt, dueDay, overdueFrom, signAt, statementDay } from './statement-calendar.ts';

describe('statement calendar', () => {
  it.each([
    {
      month: '2026-10',
      zone: 'UTC',
      statement: '2026-11-02',
      sign: '2026-11-02T09:00:00Z',
      due: '2026-11-07',
      confirm: '2026-11-07T00:00:00Z',
      deduct: '2026-11-07T00:05:00Z',
      overdue: '2026-11-08T00:00:00Z',
    },
    {
      month: '2026-10',
      zone: 'Asia/Shanghai',
      statement: '2026-11-02',
      sign: '2026-11-02T01:00:00Z',
      due: '2026-11-07',
      confirm: '2026-11-06T16:00:00Z',
      deduct: '2026-11-06T16:05:00Z',
      overdue: '2026-11-07T16:00:00Z',
    },
    {
      month: '2026-12',
      zone: 'UTC',
      statement: '2027-01-02',
      sign: '2027-01-02T09:00:00Z',
      due: '2027-01-07',
      confirm: '2027-01-07T00:00:00Z',
      deduct: '2027-01-07T00:05:00Z',
      overdue: '2027-01-08T00:00:00Z',
    },
    {
      month: '2028-02',
      zone: 'Asia/Shanghai',
      statement: '2028-03-02',
      sign: '2028-03-02T01:00:00Z',
      due: '2028-03-07',
      confirm: '2028-03-06T16:00:00Z',
      deduct: '2028-03-06T16:05:00Z',
      overdue: '2028-03-07T16:00:00Z',
    },
  ] as const)('$month in $zone is signed on the 2nd at 09:00 and deducted on the 7th at 00:05', (expected) => {
    const month = parseBillingMonth(expected.month);
    const { zone } = expected;
    expect({
      month,
      zone,
      statement: statementDay(month),
      sign: toRfc3339(signAt(month, zone)),
      due: dueDay(month),
      confirm: toRfc3339(autoConfirmAt(month, zone)),
      deduct: toRfc3339(deductAt(month, zone)),
      overdue: toRfc3339(overdueFrom(month, zone)),
    }).toEqual(expected);
  });

  it("follows a contract's own due days, into a later month where they reach it", () => {
    const month = parseBillingMonth('2026-12');
    expect([dueDay(month, 2), dueDay(month, 30), dueDay(month, 31)]).toEqual([
      '2027-01-03',
      '2027-01-31',
      '2027-02-01',
    ]);
    expect(toRfc3339(autoConfirmAt(month, 'UTC', 31))).toBe('2027-02-01T00:00:00Z');
    expect(toRfc3339(deductAt(month, 'UTC', 31))).toBe('2027-02-01T00:05:00Z');
    expect(toRfc3339(overdueFrom(month, 'UTC', 31))).toBe('2027-02-02T00:00:00Z');
  });

  it.each([-1, 0, 1, 6.5, Number.NaN])(
    'refuses %d due days: a statement is never due before it is signed',
    (dueDays) => {
      expect(() => dueDay(parseBillingMonth('2026-10'), dueDays)).toThrow(RangeError);
    },
  );

  it('keeps its order: signed, then confirmed, then deducted, then overdue', () => {
    const month = parseBillingMonth('2026-10');
    for (const dueDays of [2, 6, 45]) {
      const steps = [
        signAt(month, 'UTC'),
        ...[autoConfirmAt, deductAt, overdueFrom].map((step) => step(month, 'UTC', dueDays)),
      ];
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    }
  });
});
