import { isDeepStrictEqual } from 'node:util';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticksOf } from '../../ticks.ts';
import { internalCaller } from '../callers.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { Account } from './account.ts';
import { aDay, aMinute, calendarBetween, rfc } from './calendar.ts';
import {
  balanceOf,
  type Compared,
  compareBalance,
  compareExplained,
  compareOffers,
  comparePurchases,
  compareStatements,
  compareVouchers,
  listedBalances,
} from './compare.ts';
import { drawContract, drawListPrices, Histories } from './draw-history.ts';
import { OfferHistories } from './draw-offers.ts';
import { Drawing } from './drawing.ts';
import type { Event, Usage } from './history.ts';
import { isOfOffers, tellOfOffer } from './offers-of-product.ts';
import { sell, sendUsageOf, type Twin, tell, twinOf } from './product.ts';

/** `HISTORY_SEED`, `HISTORY_CONTRACTS` and `HISTORY_DAYS` select another history, or a longer one. */
const asked = (name: string, usual: number) => Number(process.env[`HISTORY_${name}`] ?? usual);
const [seed, contracts, days] = [asked('SEED', 1), asked('CONTRACTS', 4), asked('DAYS', 62)];

const begun = Date.parse('2027-12-05T03:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: rfc(begun), clickhouse: true });
});
afterAll(() => app.close());

it(`agrees with plain arithmetic at each of ${days} days of ${contracts} contracts (seed ${seed})`, async () => {
  const draw = new Drawing(seed);
  const list = drawListPrices(draw, begun);
  const skuIds = await sell(app, list);
  const histories = new Histories(draw);
  // With a generator of its own, so that the other events are the same without offers.
  const offers = new OfferHistories(new Drawing(seed + 1_000_003));
  const pairs: { no: number; twin: Twin; account: Account; lastOffers?: unknown }[] = [];
  for (let no = 0; no < contracts; no += 1) {
    const given = drawContract(draw, begun);
    pairs.push({ no, twin: await twinOf(app, given), account: new Account(given, list) });
  }
  let now = begun;
  let months = 0;
  for (let count = 0; count < days; count += 1) {
    const before = now;
    now = begun + count * aDay + draw.whole(1, 20 * 60) * aMinute;
    await runJobs(before, now);
    const sent: [Twin, Usage][] = [];
    const balances = await listedBalances(app);
    for (const pair of pairs) {
      const { no, twin, account } = pair;
      const signed = account.statements.length;
      account.advanceTo(now);
      const balance = compareBalance(balances.get(twin.id), account, now);
      // The rows show the cause of a difference better than the balance.
      if (!isDeepStrictEqual(balance.told, balance.expected))
        for (const month of account.openMonths())
          for (const compared of await comparePurchases(app, twin, account, month))
            agree(compared, { seed, now, twin });
      agree(balance, { seed, now, twin });
      // Most days change no offer, and a list of them for each contract would take a third of a history.
      const isLastDay = count === days - 1;
      const isSigned = account.statements.length > signed;
      if (isSigned || isLastDay || count % 7 === 0 || !isDeepStrictEqual(pair.lastOffers, account.offers.told(now)))
        agree(await compareOffers(app, twin, account, now), { seed, now, twin });
      pair.lastOffers = account.offers.told(now);
      if (isSigned) {
        months += 1;
        agree(compareBalance(await balanceOf(app, twin), account, now), { seed, now, twin });
        agree(await compareExplained(app, twin), { seed, now, twin });
        agree(await compareStatements(app, twin, account), { seed, now, twin });
        agree(await compareVouchers(app, twin, account), { seed, now, twin });
        for (const compared of await comparePurchases(app, twin, account, account.statements.at(-1)?.month ?? ''))
          agree(compared, { seed, now, twin });
      }
      const missing = twin.given.paysAtOnce ? account.missing(now) : undefined;
      const paid: Event[] = missing === undefined ? [] : [{ kind: 'deposit', amount: missing }];
      const happens = [...histories.eventsAt(now, { no, given: twin.given }), ...offers.eventsAt(now, no)];
      for (const event of [...paid, ...happens]) {
        if (!account.allows(event, now)) continue;
        account.apply(event, now);
        if (isOfOffers(event)) await tellOfOffer(app, twin, event, skuIds);
        else if (event.kind === 'usage') sent.push(...event.records.map((record): [Twin, Usage] => [twin, record]));
        else await tell(app, twin, event, skuIds);
      }
    }
    await sendUsageOf(app, sent);
  }
  const ofCredit = pairs.flatMap(({ account }) => account.statements.filter((each) => each.creditDeducted > 0n));
  const given = pairs.flatMap(({ account }) => account.statements.filter((each) => each.credited > 0n));
  console.info(
    `${months} contract-months agree, ${ofCredit.length} of them paid by later credit and ${given.length} disputed (seed ${seed})`,
  );
}, 3_600_000);

/**
 * Runs all jobs at every signing and deduction, and at the end. Rows of dead runs are deleted on Sundays only: nobody
 * reads them, and each deletion touches every part of the usage database.
 */
async function runJobs(from: number, to: number): Promise<void> {
  for (const at of [...calendarBetween(from, to), to]) {
    app.clock.moveTo(rfc(at));
    const isSunday = new Date(at).getUTCDay() === 0;
    for (const { name, run } of ticksOf(app.deps))
      if (isSunday || name !== 'purchase.drop-dead-runs') await run(new Date(at));
    await confirmHeldMonths();
  }
}

/** Confirms months that the guard against excessive growth has held for an operator. */
async function confirmHeldMonths(): Promise<void> {
  const held = await app.deps.db
    .selectFrom('statement')
    .select(['id', 'contract_id'])
    .where('confirm_state', '=', 'manualProcessing')
    .execute();
  for (const { id, contract_id } of held)
    await internalCaller(app).call(statements.update, {
      params: { id: contract_id },
      body: [{ id, confirmState: 'confirmed' }],
    });
}

function agree({ what, told, expected }: Compared, of: { seed: number; now: number; twin: Twin }): void {
  const { id, given } = of.twin;
  expect({ what, seed: of.seed, at: rfc(of.now), id, ...given, told }).toEqual({
    what,
    seed: of.seed,
    at: rfc(of.now),
    id,
    ...given,
    told: expected,
  });
}
