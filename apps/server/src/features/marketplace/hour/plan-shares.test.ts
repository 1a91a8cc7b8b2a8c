import { formatDecimal, sum } from '@usance/money/decimal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planShares } from './plan-shares.ts';

const hour = (at: string, amount: string, month = '2026-10') => ({
  month,
  hour: new Date(`2026-10-15T${at}:00Z`),
  amount,
});
const end = { month: '2026-10', hour: new Date('2026-10-15T12:00:00Z') };
const plan = (given: Partial<Parameters<typeof planShares>[0]>) =>
  planShares({ hours: [], closed: new Set(), accepted: '0', unit: '0.01', end, ...given }).map(
    ({ hour: at, amount }) => [at.toISOString().slice(11, 16), formatDecimal(amount, 2)],
  );

describe('the marketplace’s share of hours, once it accepts no more', () => {
  const hours = [hour('10:00', '1'), hour('11:00', '2'), hour('12:00', '3')];

  it('is all of them if it accepted all', () => {
    expect(plan({ hours, accepted: '6' })).toEqual([
      ['10:00', '1.00'],
      ['11:00', '2.00'],
      ['12:00', '3.00'],
    ]);
  });

  it('is all of them if less than a unit is missing', () => {
    expect(plan({ hours, accepted: '5.995' })).toContainEqual(['12:00', '3.00']);
  });

  it('is the earliest ones, up to the accepted amount', () => {
    expect(plan({ hours, accepted: '2.5' })).toEqual([
      ['10:00', '1.00'],
      ['11:00', '1.50'],
      ['12:00', '0.00'],
    ]);
  });

  it('exceeds the last hour if corrections came later', () => {
    expect(plan({ hours, accepted: '7' })).toContainEqual(['12:00', '4.00']);
  });

  it('leaves signed months unchanged, and returns their unaccepted amounts by hour', () => {
    const at = (time: string) => new Date(`2026-09-30T${time}:00Z`);
    const before = ['08:00', '09:00'].map((time) => ({ month: '2026-09', hour: at(time), amount: '5' }));
    expect(plan({ hours: [...before, ...hours], closed: new Set(['2026-09']), accepted: '6' })).toEqual([
      ['08:00', '5.00'],
      ['09:00', '5.00'],
      ['10:00', '0.00'],
      ['11:00', '0.00'],
      ['12:00', '0.00'],
      ['08:00', '0.00'],
      ['09:00', '-4.00'],
    ]);
  });

  it('is merged with the open month’s amount of the same hour', () => {
    const late = hour('10:00', '1');
    const signed = { ...late, month: '2026-09', amount: '5' };
    expect(plan({ hours: [signed, late], closed: new Set(['2026-09']), accepted: '4' })).toEqual([
      ['10:00', '5.00'],
      ['10:00', '-1.00'],
    ]);
  });

  it('equals the accepted amount within a unit', () => {
    const cents = fc.integer({ min: -500, max: 500 }).map((amount) => (amount / 100).toFixed(2));
    const some = fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 3_000 }), (given, accepted) => {
        const all = given.map(([amount, isClosed], at) => ({
          month: isClosed ? '2026-09' : '2026-10',
          hour: new Date(Date.UTC(2026, 9, 1, at)),
          amount,
        }));
        const taken = (accepted / 100).toFixed(2);
        const planned = planShares({ hours: all, closed: new Set(['2026-09']), accepted: taken, unit: '0.01', end });
        expect(formatDecimal(sum(planned.map(({ amount }) => amount)), 2)).toBe(taken);
      }),
    );
  });
});
