import { instantOfEpochMs, plusDays24h, plusHours } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graced, lent, look, nothing, start, usualTerms } from './period.fixture.ts';

const units = fc.integer({ min: -30, max: 30 }).map(String);
const anyInstant = fc.integer({ min: -100, max: 100 }).map((days) => plusDays24h(start, days));
const anyStanding = fc.record({
  available: units,
  disputes: fc.array(
    fc.record({
      contested: fc.integer({ min: 1, max: 30 }).map(String),
      since: anyInstant,
      hiddenAt: fc.option(anyInstant, { nil: undefined }),
    }),
    { maxLength: 2 },
  ),
  hiddenAt: fc.option(anyInstant, { nil: undefined }),
  overdueFrom: fc.option(anyInstant, { nil: undefined }),
});
const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 * 24 }), anyStanding), { minLength: 1, maxLength: 12 });
const terms = fc.constantFrom(usualTerms, lent, graced);

describe('for any history', () => {
  const severity = ['normal', 'overdraft', 'extensionPeriod', 'suspensionPeriod', 'backupPeriod', 'destructionPeriod'];

  it('frequent and rare checks agree, and time alone improves nothing', () => {
    fc.assert(
      fc.property(steps, terms, fc.array(fc.integer({ min: 0, max: 40 * 24 })), (moves, agreed, visits) => {
        let [often, seldom] = [nothing, nothing];
        let now = start;
        for (const [hours, given] of moves) {
          const standing = { ...given, movedAt: now };
          seldom = { ...seldom, ...look(standing, now, seldom, agreed).kept };
          often = { ...often, ...look(standing, now, often, agreed).kept };
          const movedAt = now;
          const next = plusHours(now, hours);
          let worst = 0;
          for (const visit of visits.filter((each) => each < hours).toSorted((a, b) => a - b)) {
            const at = plusHours(movedAt, visit);
            const seen = look(standing, at, often, agreed);
            expect(severity.indexOf(seen.state.summary)).toBeGreaterThanOrEqual(worst);
            worst = severity.indexOf(seen.state.summary);
            often = { ...often, ...seen.kept };
          }
          // Derives the period before each movement.
          const [one, other] = [look(standing, next, often, agreed), look(standing, next, seldom, agreed)];
          expect(one).toEqual(other);
          [often, seldom] = [
            { ...often, ...one.kept },
            { ...seldom, ...other.kept },
          ];
          now = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a second check changes nothing, and `changesAt` is the next change by time', () => {
    fc.assert(
      fc.property(steps, terms, (moves, agreed) => {
        let kept = nothing;
        let now = start;
        for (const [hours, given] of moves) {
          now = plusHours(now, hours);
          const standing = { ...given, movedAt: now };
          const first = look(standing, now, kept, agreed);
          kept = { ...kept, ...first.kept };
          expect(look(standing, now, kept, agreed)).toEqual({ ...first, curedAt: undefined });
          const { changesAt } = first;
          if (changesAt === undefined) continue;
          const before = look(standing, instantOfEpochMs(changesAt - 1), kept, agreed);
          expect(before.state.summary).toBe(first.state.summary);
          expect({ ...before.kept, lookedAt: now }).toEqual(first.kept);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('an episode begins once, keeps its t0 and its cause, and ends only by the rule', () => {
    fc.assert(
      fc.property(steps, terms, (moves, agreed) => {
        let kept = nothing;
        let now = start;
        for (const [hours, given] of moves) {
          now = plusHours(now, hours);
          const { episode } = kept;
          const seen = look({ ...given, movedAt: now }, now, kept, agreed);
          const t0 = seen.kept.episode?.t0 ?? episode?.t0 ?? now;
          const older = given.disputes.filter(({ since }) => since < t0).map(({ contested }) => Number(contested));
          const mayEnd =
            (given.overdueFrom === undefined || given.overdueFrom > now) &&
            ![given, ...given.disputes].some(({ hiddenAt }) => hiddenAt !== undefined && hiddenAt >= t0) &&
            older.reduce((all, each) => all + each, Number(given.available)) >= -Number(agreed.creditLimit ?? 0);
          if (episode && seen.kept.episode) {
            expect(seen.kept.episode).toMatchObject({ t0: episode.t0, cause: episode.cause });
            expect(seen.kept.episode.stoppedMs).toBeGreaterThanOrEqual(episode.stoppedMs);
          } else if (episode) expect(mayEnd).toBe(true);
          if (seen.kept.episode && mayEnd) expect(seen.state.summary).toBe('destructionPeriod');
          kept = { ...kept, ...seen.kept };
        }
      }),
      { numRuns: 500 },
    );
  });
});
