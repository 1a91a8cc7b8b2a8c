import { type Instant, instant, plusDays24h, plusHours } from '@usance/period/instant';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountPeriodOf, type Kept } from './account-period.ts';
import type { AccountTerms } from './account-terms.ts';
import { nothing } from './period.fixture.ts';
import type { Standing } from './standing.ts';

const start = instant('2026-10-08T00:00:00Z');
const extension = 10_000;
/** Terms with an unreachable limit and endless periods, so that only overdue statements matter. */
const terms: AccountTerms = {
  creditLimit: '999999',
  dayCounts: { grace: 0, extension, suspension: extension + 1, backup: extension + 2 },
};

/** An unpaid statement. */
type Unpaid = { overdueFrom: Instant; disputedAt: Instant | undefined; hiddenAt: Instant | undefined };
type Step = { do: 'wait'; hours: number } | { do: 'sign' } | { do: 'pay' | 'turn'; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 8 * 24 }) }),
  fc.record({ do: fc.constant('sign' as const) }),
  fc.record({ do: fc.constantFrom('pay', 'turn', 'turn'), which: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constantFrom('pay', 'turn', 'turn'), which: fc.nat({ max: 1 }) }),
);

function standingOf(unpaid: readonly Unpaid[], movedAt: Instant): Standing {
  const undisputed = unpaid.filter(({ disputedAt }) => disputedAt === undefined);
  const first = undisputed.map(({ overdueFrom }) => overdueFrom).sort((a, b) => a - b)[0];
  const lastHidden = undisputed.flatMap(({ hiddenAt }) => hiddenAt ?? []).sort((a, b) => b - a)[0];
  const disputes = unpaid.flatMap((each) =>
    each.disputedAt === undefined ? [] : [{ contested: '1', since: each.disputedAt, hiddenAt: hiddenWhenEnded(each) }],
  );
  return { available: '0', disputes, overdueFrom: first, hiddenAt: lastHidden, movedAt };
}

function hiddenWhenEnded({ overdueFrom, disputedAt, hiddenAt }: Unpaid): Instant | undefined {
  return disputedAt !== undefined && overdueFrom <= disputedAt ? disputedAt : hiddenAt;
}

/** The model: an episode ends once each statement that was late in it is paid. */
class Model {
  episode: { t0: Instant; unpaid: Set<Unpaid>; lateMs: number } | undefined;
  private now = start;

  /** Passes time up to a movement. */
  see(unpaid: readonly Unpaid[], until: Instant): void {
    const starts = unpaid.filter(({ disputedAt }) => disputedAt === undefined).map(({ overdueFrom }) => overdueFrom);
    const first = starts.sort((a, b) => a - b)[0];
    if (first !== undefined && first <= until) {
      this.episode ??= { t0: first, unpaid: new Set(), lateMs: 0 };
      this.episode.lateMs += until - Math.max(this.now, first);
    }
    for (const each of unpaid)
      if (each.disputedAt === undefined && each.overdueFrom <= until) this.episode?.unpaid.add(each);
    for (const each of this.episode?.unpaid ?? []) if (!unpaid.includes(each)) this.episode?.unpaid.delete(each);
    if (this.episode?.unpaid.size === 0) this.episode = undefined;
    this.now = until;
  }
}

it('an episode ends once every statement late in it is paid, and counts the days with a late one', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
      const unpaid: Unpaid[] = [];
      const model = new Model();
      let kept: Kept = nothing;
      let [now, movedAt] = [start, start];
      const look = () => {
        model.see(unpaid, now);
        const { state, kept: keeps } = accountPeriodOf({ standing: standingOf(unpaid, movedAt), kept, terms, now });
        kept = { ...kept, ...keeps };
        const { episode, extensionEnd = now } = state;
        const counted = plusDays24h(now, extension) - extensionEnd;
        expect(episode && { t0: episode.t0, lateMs: counted }).toEqual(
          model.episode && { t0: model.episode.t0, lateMs: model.episode.lateMs },
        );
      };
      for (const what of steps) {
        if (what.do === 'wait') now = plusHours(now, what.hours);
        look();
        if (what.do === 'wait') continue;
        move(unpaid, what, now);
        movedAt = now;
        look();
      }
    }),
    { numRuns: 2_000 },
  );
});

function move(unpaid: Unpaid[], what: Exclude<Step, { do: 'wait' }>, now: Instant): void {
  if (what.do === 'sign') unpaid.push({ overdueFrom: plusDays24h(now, 6), disputedAt: undefined, hiddenAt: undefined });
  else if (what.do === 'pay') unpaid.splice(what.which, 1);
  else {
    // Disputes the statement, or ends its dispute.
    const statement = unpaid[what.which];
    if (statement?.disputedAt !== undefined) withdraw(statement, statement.disputedAt, now);
    else if (statement) statement.disputedAt = now;
  }
}

/** Ends a dispute: the due day moves by its length, and is never past. */
function withdraw(statement: Unpaid, disputedAt: Instant, now: Instant): void {
  statement.hiddenAt = hiddenWhenEnded(statement);
  const moved = plusHours(statement.overdueFrom, Math.ceil((now - disputedAt) / 86_400_000) * 24);
  statement.overdueFrom = moved > now ? moved : plusDays24h(now, 1);
  statement.disputedAt = undefined;
}
