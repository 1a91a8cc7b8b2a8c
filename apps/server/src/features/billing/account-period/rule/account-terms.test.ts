import { type Instant, plusDays24h, plusHours } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountPeriodOf, type Kept } from './account-period.ts';
import { type Agreed, changesBetween, termsOf, usualTerms } from './account-terms.ts';
import { nothing, start } from './period.fixture.ts';
import { looksThroughTerms } from './through-terms.ts';

const contract = { is_study: false };
const nothingAgreed: Agreed = { creditLimits: [], gracePeriods: [] };
const dayAt = (day: number) => plusDays24h(start, day);
const days = (grace: number, extension: number, suspension: number, backup: number) => ({
  grace,
  extension,
  suspension,
  backup,
});

/** Versions that touch or leave gaps; the last one may have no end. */
const anyHeld = <T>(value: fc.Arbitrary<T>) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 20 }), value), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([given, isOpen]) => {
      let from = dayAt(-20);
      return given.map(([gap, length, held], index) => {
        const begins = plusDays24h(from, gap);
        from = plusDays24h(begins, length);
        return { from: begins, to: isOpen && index === given.length - 1 ? undefined : from, held };
      });
    });
const anyAgreed: fc.Arbitrary<Agreed> = fc
  .tuple(
    anyHeld(fc.integer({ min: 0, max: 30 }).map(String)),
    anyHeld(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 4, maxLength: 4 })),
  )
  .map(([limits, graces]) => ({
    creditLimits: limits.map(({ held: amount, ...held }) => ({ ...held, amount })),
    gracePeriods: graces.map(({ held: [a = 0, b = 0, c = 0, d = 0], ...held }) => ({
      ...held,
      dayCounts: days(a, b, b + c, b + c + d),
    })),
  }));

describe('the terms of an instant', () => {
  const agreed: Agreed = {
    creditLimits: [
      { from: dayAt(1), to: dayAt(5), amount: '10' },
      { from: dayAt(9), to: undefined, amount: '20' },
    ],
    gracePeriods: [{ from: dayAt(3), to: dayAt(4), dayCounts: days(1, 2, 3, 4) }],
  };

  it.each([
    [0, undefined, 0, 1],
    [1, '10', 0, 3],
    [3, '10', 1, 4],
    [4, '10', 0, 5],
    [5, undefined, 0, 9],
    [9, '20', 0, undefined],
  ])('on day %i: a limit of %s, %i days of grace, until day %s', (day, limit, grace, until) => {
    const terms = termsOf(contract, agreed, dayAt(day));
    expect([terms.creditLimit, terms.dayCounts.grace]).toEqual([limit, grace]);
    expect(terms.changesAt).toBe(until === undefined ? undefined : dayAt(until));
  });

  it('are the standard ones unless others were agreed, and unlimited for a study', () => {
    expect(termsOf(contract, nothingAgreed, start)).toMatchObject(usualTerms);
    expect(termsOf({ is_study: true }, agreed, dayAt(1)).creditLimit).toBe('9'.repeat(30));
  });

  it('hold until their named change', () => {
    const anyDay = fc.integer({ min: -30, max: 100 }).map(dayAt);
    fc.assert(
      fc.property(anyAgreed, anyDay, fc.integer({ min: 0, max: 40 * 24 }), (given, at, hours) => {
        const terms = termsOf(contract, given, at);
        const later = plusHours(at, hours);
        if (terms.changesAt !== undefined && later >= terms.changesAt) {
          expect(terms.changesAt).toBeGreaterThan(at);
          expect(changesBetween(given, at, later)[0]).toBe(terms.changesAt);
          return;
        }
        expect(termsOf(contract, given, later)).toEqual(terms);
        for (const since of [terms.limitSince, terms.daysSince])
          if (since !== undefined) expect(since).toBeLessThanOrEqual(at);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a late check', () => {
  const anyStanding = fc.record({
    available: fc.integer({ min: -30, max: 5 }).map(String),
    overdueFrom: fc.option(fc.integer({ min: -3, max: 20 }).map(dayAt), { nil: undefined }),
  });

  it('stores the same as a check at every change, including t0', () => {
    fc.assert(
      fc.property(
        anyAgreed,
        anyStanding,
        fc.array(fc.integer({ min: 1, max: 70 * 24 }), { maxLength: 6 }),
        (agreed, given, visits) => {
          const standing = { ...given, disputes: [], hiddenAt: undefined, movedAt: start };
          const end = dayAt(70);
          const begin = (): { kept: Kept; ended: Instant[] } => {
            const terms = termsOf(contract, agreed, start);
            return {
              kept: { ...nothing, ...accountPeriodOf({ standing, kept: nothing, terms, now: start }).kept },
              ended: [],
            };
          };
          const went = (seen: ReturnType<typeof begin>, now: Instant) => {
            const { earlier, last } = looksThroughTerms({ contract, agreed, standing, kept: seen.kept, now });
            const ended = [...earlier, last].flatMap(({ period }) => period.curedAt ?? []);
            return { kept: { ...seen.kept, ...last.period.kept }, ended: [...seen.ended, ...ended] };
          };
          const seldom = went(begin(), end);
          const often = [...visits.toSorted((a, b) => a - b).map((hours) => plusHours(start, hours)), end].reduce(
            went,
            begin(),
          );
          expect(often).toEqual(seldom);
          // A new episode begins at an instant that has come.
          expect(seldom.kept.episode?.t0 ?? start).toBeLessThanOrEqual(end);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never begins an episode before the terms that it breaches', () => {
    const agreed: Agreed = {
      creditLimits: [
        { from: dayAt(-5), to: dayAt(3), amount: '20' },
        { from: dayAt(3), to: undefined, amount: '5' },
      ],
      gracePeriods: [],
    };
    const standing = { available: '-10', disputes: [], hiddenAt: undefined, overdueFrom: undefined, movedAt: start };
    const kept: Kept = { ...nothing, lookedAt: start };
    const { last } = looksThroughTerms({ contract, agreed, standing, kept, now: dayAt(9) });
    expect(last.period.kept.episode).toMatchObject({ cause: 'creditLimit', t0: dayAt(3) });
  });
});
