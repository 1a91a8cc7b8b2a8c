import { type Instant, plusDays24h } from '@usance/period/instant';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { graced, lent, look, nothing, start, usualTerms } from './period.fixture.ts';
import type { Standing } from './standing.ts';

const day = (count: number): Instant => plusDays24h(start, count);
const units = { min: -20, max: 20 };

/** A standing that begins on a day. Days count from the start, `overdueIn` from the move; amounts are whole units. */
const move = fc.record({
  lasts: fc.integer({ min: 0, max: 25 }),
  available: fc.integer(units),
  overdueIn: fc.option(fc.integer({ min: -5, max: 15 }), { nil: undefined }),
  contested: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  disputedFor: fc.integer({ min: 0, max: 40 }),
  hides: fc.boolean(),
});
type Move = typeof move extends fc.Arbitrary<infer Each> ? Each : never;
type Terms = typeof usualTerms;

/** A simple model that keeps an account day by day. */
class Pencil {
  #beyondSince: number | undefined;
  /** The day from which a statement is late: overdue, and without cover. */
  #late: number | undefined;
  #isNew = true;
  #episode: { t0: number; counted: number } | undefined;

  readonly #limit: number;
  readonly #terms: Terms;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#limit = Number(terms.creditLimit ?? 0);
  }

  /** Applies a move at the start of a day. */
  moves(today: number, given: Move): void {
    const { available, contested = 0, disputedFor, hides } = given;
    const isBeyond = -(available + contested) > this.#limit;
    this.#beyondSince = isBeyond ? (this.#beyondSince ?? today) : undefined;
    this.#late = this.#lateFrom(today, given);
    this.#isNew = false;
    const episode = this.#episode;
    if (!episode || this.#isDestroyed() || isLate(given, 0)) return;
    const since = today - disputedFor;
    if (contested > 0 && hides && since >= episode.t0) return;
    const ofOlderDispute = since < episode.t0 ? contested : 0;
    if (-(available + ofOlderDispute) <= this.#limit) this.#episode = undefined;
  }

  /** Returns the state at the start of a day; `since` is the number of days since the last move. */
  tells(today: number, given: Move, since: number): { summary: string; t0: number | undefined } {
    this.#episode ??= this.#breached(today);
    if (this.#episode) return { summary: this.#period(this.#episode.counted), t0: this.#episode.t0 };
    return { summary: given.available < 0 || isLate(given, since) ? 'overdraft' : 'normal', t0: undefined };
  }

  /** Passes a day, which counts if the account is overdue or beyond its limit. */
  passes(given: Move, since: number): void {
    if (!this.#episode) return;
    if (this.#isDestroyed() || this.#beyondSince !== undefined || isLate(given, since)) this.#episode.counted += 1;
  }

  /** A statement that had cover until today is late from today; one that was late already stays late. */
  #lateFrom(today: number, { overdueIn }: Move): number | undefined {
    if (overdueIn === undefined) return undefined;
    const [due, before] = [today + overdueIn, this.#late];
    if (this.#isNew) return due;
    if (before === undefined) return Math.max(due, today);
    if (before <= due) return due;
    return before <= today ? before : Math.min(before, Math.max(due, today));
  }

  #breached(today: number) {
    const late = (this.#late ?? Number.POSITIVE_INFINITY) + this.#terms.dayCounts.grace;
    const warned = this.#terms.creditLimit === undefined ? 1 : 0;
    const t0 = Math.min(late, (this.#beyondSince ?? Number.POSITIVE_INFINITY) + warned);
    return t0 <= today ? { t0, counted: today - t0 } : undefined;
  }

  #isDestroyed(): boolean {
    return this.#episode !== undefined && this.#period(this.#episode.counted) === 'destructionPeriod';
  }

  #period(counted: number): string {
    const { extension, suspension, backup } = this.#terms.dayCounts;
    if (counted < extension) return 'extensionPeriod';
    if (counted < suspension) return 'suspensionPeriod';
    return counted < backup ? 'backupPeriod' : 'destructionPeriod';
  }
}

function isLate({ overdueIn }: Move, since: number): boolean {
  return overdueIn !== undefined && overdueIn <= since;
}

function standingOf(today: number, { available, overdueIn, contested, disputedFor, hides }: Move): Standing {
  const since = day(today - disputedFor);
  return {
    available: String(available),
    overdueFrom: overdueIn === undefined ? undefined : day(today + overdueIn),
    hiddenAt: undefined,
    disputes:
      contested === undefined ? [] : [{ contested: String(contested), since, hiddenAt: hides ? since : undefined }],
    movedAt: day(today),
  };
}

it('agrees with a day-by-day model for any history and any frequency of checks', () => {
  const seldom = fc.integer({ min: 1, max: 30 });
  const agreed = fc.constantFrom(usualTerms, lent, graced);
  fc.assert(
    fc.property(fc.array(move, { minLength: 1, maxLength: 10 }), agreed, seldom, (moves, terms, every) => {
      const pencil = new Pencil(terms);
      let kept = nothing;
      let today = 0;
      let before: Standing | undefined;
      const looks = (standing: Standing) => {
        const seen = look(standing, day(today), kept, terms);
        kept = { ...kept, ...seen.kept };
        return seen.state;
      };
      for (const each of moves) {
        // Like each movement: derives the period before and after the change.
        if (before) looks(before);
        pencil.moves(today, each);
        const standing = standingOf(today, each);
        looks(standing);
        for (let since = 0; since <= each.lasts; since += 1) {
          const told = pencil.tells(today, each, since);
          if (since % every === 0 || since === each.lasts) {
            const { summary, episode } = looks(standing);
            expect({ summary, t0: episode?.t0 }).toEqual({
              ...told,
              t0: told.t0 === undefined ? undefined : day(told.t0),
            });
          }
          if (since === each.lasts) break;
          pencil.passes(each, since);
          today += 1;
        }
        before = standing;
      }
    }),
    { numRuns: 500 },
  );
});
