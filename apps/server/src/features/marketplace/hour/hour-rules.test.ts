import { compare, subtract } from '@usance/money/decimal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlineOf, nextTryAt, quantityOf } from './hour-rules.ts';

describe('the units that an hour reports', () => {
  it.each<[string, string, string, boolean, string]>([
    ['1.23', '0', '0.01', true, '123'],
    // The remainder is carried over.
    ['1.239', '0', '0.01', true, '123'],
    ['1.239', '1.23', '0.01', true, '0'],
    ['1.2401', '1.23', '0.01', true, '1'],
    // Corrections return nothing; later hours report less.
    ['1.00', '1.23', '0.01', true, '0'],
    ['-5', '0', '0.01', true, '0'],
    ['0', '0', '0.01', true, '0'],
    ['1.239', '0', '0.01', false, '123.9000'],
    ['1', '0', '3', false, '0.3333'],
    ['100000000', '0', '0.01', true, '2147483647'],
    ['0.000000000001', '0', '0.000000000001', true, '1'],
  ])('%s, of which %s was reported, in units of %s: %s', (cumulative, pushed, unit, integerOnly, units) => {
    expect(quantityOf({ cumulative, pushed, unit, integerOnly })).toBe(units);
  });

  it('never exceed the usage, and lag behind by less than a unit', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(cents, (hours) => {
        let [used, told] = [0n, 0n];
        for (const amount of hours) {
          used += BigInt(amount);
          const of = {
            cumulative: thousandths(used),
            pushed: thousandths(told * 10n),
            unit: '0.01',
            integerOnly: true,
          };
          told += BigInt(quantityOf(of));
          const left = subtract(thousandths(used), thousandths(told * 10n));
          expect([compare(left, '0') >= 0, compare(left, '0.01') < 0]).toEqual([true, true]);
        }
      }),
    );
  });
});

const thousandths = (units: bigint) => `${units / 1_000n}.${String(units % 1_000n).padStart(3, '0')}`;

describe('the deadline of an hour', () => {
  it.each([
    ['2026-10-15T12:00:00Z', '2026-10-16T12:00:00.000Z'],
    // The month closes at 06:00 on the first.
    ['2026-10-31T20:00:00Z', '2026-11-01T05:30:00.000Z'],
    ['2026-12-31T05:00:00Z', '2027-01-01T05:00:00.000Z'],
    ['2028-02-29T23:00:00Z', '2028-03-01T05:30:00.000Z'],
  ])('%s: %s', (hour, until) => {
    expect(deadlineOf(new Date(hour), 24).toISOString()).toBe(until);
  });
});

it('a record that was not taken is retried with growing delays, up to half an hour', () => {
  const now = new Date('2026-10-15T12:00:00Z');
  const minutes = [0, 1, 2, 3, 4, 5, 60].map((tries) => (nextTryAt(tries, now).getTime() - now.getTime()) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 30, 30]);
});
