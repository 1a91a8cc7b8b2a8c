import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBillingMonth } from './billing-month.ts';
import { addDays, dayOf, daysBetween, parseDay, startOfDay } from './day.ts';
import { dayMs, instant, instantOfEpochMs, toRfc3339 } from './instant.ts';
import { daysOfDispute, dueDay, dueTimes, signAt, statementDay } from './statement-calendar.ts';

const anyZone = fc.constantFrom('UTC', 'Asia/Shanghai');
const anyTime = fc.integer({ min: Date.UTC(2026, 10, 2), max: Date.UTC(2036, 0, 1) }).map(instantOfEpochMs);

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
    const times = dueTimes(month, zone, { signedAt: signAt(month, zone) });
    expect(times.dueOn).toBe(dueDay(month));
    expect({
      month,
      zone,
      statement: statementDay(month),
      sign: toRfc3339(signAt(month, zone)),
      due: times.dueOn,
      confirm: toRfc3339(times.confirmAt),
      deduct: toRfc3339(times.deductAt),
      overdue: toRfc3339(times.overdueFrom),
    }).toEqual(expected);
  });

  it("follows a contract's own due days, even into a later month", () => {
    const month = parseBillingMonth('2026-12');
    expect([dueDay(month, 2), dueDay(month, 30), dueDay(month, 31)]).toEqual([
      '2027-01-03',
      '2027-01-31',
      '2027-02-01',
    ]);
    const times = dueTimes(month, 'UTC', { signedAt: signAt(month, 'UTC'), dueDays: 31 });
    expect(toRfc3339(times.confirmAt)).toBe('2027-02-01T00:00:00Z');
    expect(toRfc3339(times.deductAt)).toBe('2027-02-01T00:05:00Z');
    expect(toRfc3339(times.overdueFrom)).toBe('2027-02-02T00:00:00Z');
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
      const signedAt = signAt(month, 'UTC');
      const { confirmAt, deductAt, overdueFrom } = dueTimes(month, 'UTC', { signedAt, dueDays });
      const steps = [signedAt, confirmAt, deductAt, overdueFrom];
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    }
  });
});

describe('notice', () => {
  const month = parseBillingMonth('2026-10');

  it.each([
    { zone: 'UTC', signed: '2026-11-02T09:00:00Z', dueDays: 6, due: '2026-11-07' },
    { zone: 'UTC', signed: '2026-11-02T23:59:59Z', dueDays: 6, due: '2026-11-07' },
    { zone: 'UTC', signed: '2026-11-03T00:00:00Z', dueDays: 6, due: '2026-11-08' },
    { zone: 'UTC', signed: '2027-02-20T10:00:00Z', dueDays: 6, due: '2027-02-25' },
    { zone: 'UTC', signed: '2026-11-02T09:00:00Z', dueDays: 2, due: '2026-11-07' },
    { zone: 'UTC', signed: '2026-11-20T09:00:00Z', dueDays: 44, due: '2026-12-15' },
    { zone: 'Asia/Shanghai', signed: '2026-11-02T15:59:59Z', dueDays: 6, due: '2026-11-07' },
    { zone: 'Asia/Shanghai', signed: '2026-11-02T16:00:00Z', dueDays: 6, due: '2026-11-08' },
  ] as const)('of what is signed at $signed in $zone, due after $dueDays days: until $due', (given) => {
    const { zone, dueDays } = given;
    const times = dueTimes(month, zone, { signedAt: instant(given.signed), dueDays });
    expect(times.dueOn).toBe(given.due);
    expect(times.confirmAt).toBe(startOfDay(times.dueOn, zone));
  });

  it('is at least five days of the zone, however late it is signed, and no longer than the own due day needs', () => {
    fc.assert(
      fc.property(anyTime, fc.integer({ min: 2, max: 120 }), anyZone, (signedAt, dueDays, zone) => {
        const { dueOn, confirmAt, deductAt, overdueFrom } = dueTimes(month, zone, { signedAt, dueDays });
        const notice = daysBetween(dayOf(signedAt, zone), dueOn);
        expect(notice).toBeGreaterThanOrEqual(5);
        expect(dueOn >= dueDay(month, dueDays)).toBe(true);
        expect(notice === 5 || dueOn === dueDay(month, dueDays)).toBe(true);
        expect([deductAt - confirmAt, overdueFrom - confirmAt]).toEqual([5 * 60_000, dayMs]);
      }),
    );
  });
});

describe('a dispute', () => {
  it.each([
    { disputed: '2026-11-06T10:00:00Z', ended: '2026-11-06T10:00:00Z', days: 0 },
    { disputed: '2026-11-06T10:00:00Z', ended: '2026-11-06T10:00:01Z', days: 1 },
    { disputed: '2026-11-06T10:00:00Z', ended: '2026-11-07T10:00:00Z', days: 1 },
    { disputed: '2026-11-06T10:00:00Z', ended: '2027-01-27T10:00:00Z', days: 82 },
    { disputed: '2026-11-07T23:59:59Z', ended: '2026-11-08T00:00:01Z', days: 1 },
    // Overdue for two days when it was disputed.
    { disputed: '2026-11-10T10:00:00Z', ended: '2026-11-10T11:00:00Z', days: 4 },
    { disputed: '2026-11-10T10:00:00Z', ended: '2027-01-31T10:00:00Z', days: 86 },
    // A clock that was set back between the two.
    { disputed: '2026-11-06T10:00:00Z', ended: '2026-11-05T10:00:00Z', days: 0 },
  ])('from $disputed to $ended about an amount due on the 7th adds $days days', ({ disputed, ended, days }) => {
    const span = { disputedAt: instant(disputed), endedAt: instant(ended) };
    expect(daysOfDispute(parseDay('2026-11-07'), 'UTC', span)).toBe(days);
  });

  it('never leaves a statement overdue when it ends, and takes no notice away', () => {
    fc.assert(
      fc.property(
        anyTime,
        fc.integer({ min: 0, max: 400 * dayMs }),
        fc.integer({ min: -90, max: 90 }),
        anyZone,
        (...given) => {
          const [disputedAt, took, dueIn, zone] = given;
          const endedAt = instantOfEpochMs(disputedAt + took);
          const dueOn = addDays(dayOf(disputedAt, zone), dueIn);
          const moved = addDays(dueOn, daysOfDispute(dueOn, zone, { disputedAt, endedAt }));
          expect(startOfDay(addDays(moved, 1), zone)).toBeGreaterThan(endedAt);
          const left = startOfDay(dueOn, zone) - disputedAt;
          if (left > 0) expect(startOfDay(moved, zone) - endedAt).toBeGreaterThanOrEqual(left);
        },
      ),
    );
  });
});
