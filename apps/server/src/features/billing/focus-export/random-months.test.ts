import { focusExports } from '@usance/api/billing/focus-export';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { focus } from '@usance/api/installation/focus';
import { formatDecimal } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { Account } from '#testing/oracle/account.ts';
import { aDay, aMinute, calendarBetween, rfc } from '#testing/oracle/calendar.ts';
import { drawContract, drawListPrices, Histories } from '#testing/oracle/draw-history.ts';
import { Drawing } from '#testing/oracle/drawing.ts';
import type { Usage } from '#testing/oracle/history.ts';
import { sell, sendUsageOf, type Twin, tell, twinOf } from '#testing/oracle/product.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ticksOf } from '../../../ticks.ts';
import { statementsOf } from '../statement/statement.fixture.ts';
import { conformanceOf } from './conformance.fixture.ts';
import { billedBy, exportedOf } from './exported.fixture.ts';
import { modelProblems } from './model.fixture.ts';
import type { CsvRow } from './parse-csv.fixture.ts';

/** `FOCUS_SEED` and `FOCUS_DAYS` select other months, or more. */
const [seed, days] = [Number(process.env['FOCUS_SEED'] ?? 1), Number(process.env['FOCUS_DAYS'] ?? 62)];
const begun = Date.parse('2027-12-05T03:00:00Z');
/** Jobs run every third day, and a contract has more events than a day of a random history has. */
const [daysAStep, drawsAStep] = [3, 24];

let app: TestApp;
let twins: readonly Twin[];
beforeAll(async () => {
  app = await startTestApp({ now: rfc(begun), clickhouse: true });
  twins = await lived();
}, 3_600_000);
afterAll(() => app.close());

/** Lets contracts live through random days with tiers, discounts, prices of their own, vouchers and late usage. */
async function lived(): Promise<readonly Twin[]> {
  const draw = new Drawing(seed);
  const list = drawListPrices(draw, begun);
  const skuIds = await sell(app, list);
  const histories = new Histories(draw);
  const pairs: { no: number; twin: Twin; account: Account }[] = [];
  for (const no of [0, 1, 2]) {
    const given = { ...drawContract(draw, begun), paysAtOnce: false };
    pairs.push({ no, twin: await twinOf(app, given), account: new Account(given, list) });
  }
  let now = begun;
  for (let count = 0; count < days; count += daysAStep) {
    const before = now;
    now = begun + count * aDay + draw.whole(1, 20 * 60) * aMinute;
    for (const at of [...calendarBetween(before, now), now]) await runJobs(at);
    const sent: [Twin, Usage][] = [];
    for (const { no, twin, account } of pairs) {
      account.advanceTo(now);
      for (let nth = 0; nth < drawsAStep; nth += 1)
        for (const event of histories.eventsAt(now, { no, given: twin.given })) {
          if (!account.allows(event, now)) continue;
          account.apply(event, now);
          if (event.kind === 'usage') sent.push(...event.records.map((record): [Twin, Usage] => [twin, record]));
          else await tell(app, twin, event, skuIds);
        }
    }
    await sendUsageOf(app, sent);
  }
  await runJobs(now + 10 * aMinute);
  return pairs.map(({ twin }) => twin);
}

/** Runs all jobs, and confirms months that the guard against excessive growth holds for an operator. */
async function runJobs(at: number): Promise<void> {
  app.clock.moveTo(rfc(at));
  for (const tick of ticksOf(app.deps)) await tick.run(new Date(at));
  const held = app.deps.db.selectFrom('statement').select(['id', 'contract_id']);
  for (const { id, contract_id } of await held.where('confirm_state', '=', 'manualProcessing').execute())
    await internalCaller(app).call(statements.update, {
      params: { id: contract_id },
      body: [{ id, confirmState: 'confirmed' }],
    });
}

const months = { fromMonth: '2027-11', toMonth: '2028-12' };
const ofTwin = ({ id }: Twin) => exportedOf(internalCaller(app), id, months);
const usageIn = (rows: readonly CsvRow[]) => rows.filter((row) => row['ChargeCategory'] === 'Usage');

it(`sums by invoice to the payable amount, and by line alike in both datasets (seed ${seed})`, async () => {
  const seen = new Set<string>();
  for (const twin of twins) {
    const { costs, costsOf12, details } = await ofTwin(twin);
    const payable = (await statementsOf(app, twin.id)).map(({ id, payableAmount }) => [id, `${payableAmount}0000`]);
    // A statement that asks for nothing may have no row.
    const asked = Object.fromEntries(payable.filter(([, amount]) => amount !== '0.000000000000'));
    expect(billedBy(costs.rows, 'InvoiceId')).toMatchObject(asked);
    for (const [id, amount] of Object.entries(billedBy(costs.rows, 'InvoiceId')))
      expect([id, amount]).toEqual(payable.find(([known]) => known === id));
    expect(billedBy(costsOf12.rows, 'InvoiceId')).toEqual(billedBy(costs.rows, 'InvoiceId'));
    expect(billedBy(details.rows, 'InvoiceDetailId')).toEqual(billedBy(costs.rows, 'InvoiceDetailId'));
    for (const row of costs.rows) for (const kind of kindsOf(row)) seen.add(kind);
  }
  // A history without one of them would show nothing about it.
  const kinds = ['Correction', 'Credit', 'Rounding', 'Usage', 'reduced'];
  expect([...seen]).toEqual(expect.arrayContaining(kinds));
});

const kindsOf = (row: CsvRow) => [
  row['ChargeCategory'] ?? '',
  row['ChargeClass'] ?? '',
  row['ChargeDescription'] ?? '',
  isReduced(row) ? 'reduced' : '',
];
const isReduced = (row: CsvRow) => row['ContractedUnitPrice'] !== row['ListUnitPrice'];

it('has costs that are the rounded products of its prices', async () => {
  for (const twin of twins)
    for (const row of usageIn((await ofTwin(twin)).costs.rows)) {
      const { ContractedCost, BilledCost } = row;
      expect([row, formatDecimal(roundHalfUp(ContractedCost ?? '', 12), 12)]).toEqual([
        row,
        formatDecimal(BilledCost ?? '', 12),
      ]);
    }
});

it('conforms to the public rules of 1.2 and the public model of 1.4', async () => {
  for (const twin of twins) {
    const { costs, costsOf12, details, periods } = await ofTwin(twin);
    const { applied, broken } = conformanceOf(costsOf12);
    expect(broken).toEqual(new Map());
    expect(applied.size).toBeGreaterThan(300);
    expect(modelProblems('Cost and Usage', costs)).toEqual([]);
    expect(modelProblems('Invoice Detail', details)).toEqual([]);
    expect(modelProblems('Billing Period', periods)).toEqual([]);
  }
}, 300_000);

it('is rated to equal amounts when it is imported again', async () => {
  for (const twin of twins) {
    const params = { id: twin.id };
    const body = await internalCaller(app).call(focusExports.costAndUsage, { params, query: months });
    const { rows } = (await ofTwin(twin)).costs;
    const report = await internalCaller(app).call(focus.import, { query: {}, body });
    const count = usageIn(rows).length;
    expect(report).toMatchObject({ rows: rows.length, rated: count, agreed: count, disagreed: 0, broken: 0 });
    const query = { start: begun - 90 * aDay, end: begun + 365 * aDay, pageSize: 999_999 };
    const { items } = await internalCaller(app).call(purchases.list, { params: { id: report.contractId }, query });
    const imported = items.map(({ id, amount }) => [Number(/line-(\d+)/.exec(id)?.[1]), formatDecimal(amount, 12)]);
    const wanted = rows.flatMap((row, at) =>
      row['ChargeCategory'] === 'Usage' ? [[at + 2, formatDecimal(roundHalfUp(row['ListCost'] ?? '', 12), 12)]] : [],
    );
    expect(imported.sort(([a], [b]) => Number(a) - Number(b))).toEqual(wanted);
  }
});
