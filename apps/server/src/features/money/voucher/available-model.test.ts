import { availableBalances } from '@usance/api/billing/available-balance';
import { formatDecimal, fromUnits } from '@usance/money/decimal';
import { instant, plusDays24h, toRfc3339 } from '@usance/period/instant';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { issued, signedHours } from './voucher.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-06-01T00:00:00Z' });
});
afterAll(() => app.close());

/** Days since the start of the history, and whole cents. */
interface Given {
  readonly onDay: number;
  readonly days: number;
  readonly cents: number;
}

const history = fc.record({
  vouchers: fc.uniqueArray(
    fc.record({
      onDay: fc.nat({ max: 40 }),
      days: fc.integer({ min: 1, max: 40 }),
      cents: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ onDay }) => onDay },
  ),
  /** Usage in the first hour of each of 61 days in June and July; negative for corrections. */
  used: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -150, max: 300 })), { minLength: 61, maxLength: 61 }),
});

const daysOf = [
  { month: '06', first: 0, end: 30 },
  { month: '07', first: 30, end: 61 },
];

/** Computes the payment of each voucher for a month, and reduces `left`. */
function payMonth(
  ordered: readonly Given[],
  left: number[],
  used: readonly number[],
  { first, end }: { first: number; end: number },
) {
  const open = used.map((cents, day) => (day >= first && day < end ? cents : 0));
  let asked = Math.max(
    0,
    open.reduce((all, cents) => all + cents, 0),
  );
  ordered.forEach(({ onDay, days }, index) => {
    let net = 0;
    for (let day = onDay; day < onDay + days; day += 1) net += open[day] ?? 0;
    let pays = Math.min(Math.max(0, net), left[index] ?? 0, asked);
    left[index] = (left[index] ?? 0) - pays;
    asked -= pays;
    for (let day = onDay; day < onDay + days; day += 1) {
      const taken = Math.min(pays, Math.max(0, open[day] ?? 0));
      open[day] = (open[day] ?? 0) - taken;
      pays -= taken;
    }
  });
  return asked;
}

/**
 * The expected available balance on a day, with the given number of months signed and all usage up to that day rated.
 */
function modelOf(
  given: readonly Given[],
  used: readonly number[],
  { today, signed }: { today: number; signed: number },
) {
  const ordered = given.toSorted((a, b) => a.onDay + a.days - (b.onDay + b.days) || a.onDay - b.onDay);
  const known = used.map((cents, day) => (day < today ? cents : 0));
  const bound = ordered.filter(({ onDay }) => onDay <= today);
  const left = bound.map(({ cents }) => cents);
  let owed = 0;
  for (const [at, month] of daysOf.entries()) {
    if (at < signed) {
      const unpaid = payMonth(bound, left, known, month);
      const net = known.slice(month.first, month.end).reduce((all, cents) => all + cents, 0);
      owed += net < 0 ? net : unpaid;
      continue;
    }
    owed += known.slice(month.first, month.end).reduce((all, cents) => all + cents, 0);
  }
  const ended = bound.map(({ onDay, days }) => onDay + days <= today);
  const still = left.map((cents, at) => (ended[at] ? cents : 0));
  const before = still.reduce((all, cents) => all + cents, 0);
  for (const month of daysOf.slice(signed)) payMonth(bound, still, known, month);
  const willPay = before - still.reduce((all, cents) => all + cents, 0);
  const valid = left.reduce((all, cents, at) => all + (ended[at] ? 0 : cents), 0);
  return valid + willPay - owed;
}

const money = (cents: number) => formatDecimal(fromUnits(BigInt(cents), 2), 8);

it('is what vouchers still have or will pay, less the usage, at every end and signing, with any corrections', async () => {
  let year = 2027;
  await fc.assert(
    fc.asyncProperty(history, async ({ vouchers, used }) => {
      year += 1;
      const begin = instant(`${year}-06-01T00:00:00Z`);
      const dayAt = (day: number) => toRfc3339(plusDays24h(begin, day));
      const { id } = await contract(app, { signDate: dayAt(0) });
      const available = async () =>
        (await internalCaller(app).call(availableBalances.get, { params: { id } })).availableBalance;
      const given = vouchers.toSorted((a, b) => a.onDay - b.onDay);
      const asked = async (today: number, signed: number) =>
        expect([today, signed, await available()]).toEqual([
          today,
          signed,
          money(modelOf(given, used, { today, signed })),
        ]);
      for (let today = 0; today <= 61; today += 1) {
        app.clock.moveTo(dayAt(today));
        const voucher = given.find(({ onDay }) => onDay === today);
        if (voucher) await issued(app, id, { denomination: money(voucher.cents), validDays: voucher.days });
        const yesterday = used[today - 1] ?? 0;
        if (yesterday !== 0)
          await dayRated(app, { contractId: id, day: dayAt(today - 1).slice(0, 10), amount: money(yesterday) });
        if (today % 7 === 0 || given.some(({ onDay, days }) => onDay + days === today)) await asked(today, 0);
      }
      for (const [at, { month, first, end }] of daysOf.entries()) {
        app.clock.moveTo(
          `${year}-0${7 + at}-02T09:00:00Z` > app.clock.now().toISOString()
            ? `${year}-0${7 + at}-02T09:00:00Z`
            : app.clock.now().toISOString(),
        );
        const today = 61 + (at === 0 ? 0 : 1.375);
        await asked(today, at);
        const hours = Object.fromEntries(
          used.slice(first, end).map((cents, day) => [dayAt(first + day), money(cents)]),
        );
        await signedHours(app, { contractId: id, month: `${year}-${month}`, hours });
        await asked(today, at + 1);
      }
    }),
    // The clock only moves forward, so fast-check cannot shrink a failing history.
    { numRuns: 12, endOnFailure: true },
  );
});
