import { type ExplainedRow, explanations } from '@usance/api/billing/explanation';
import { statements } from '@usance/api/billing/statement';
import { tiers } from '@usance/api/metering/tier';
import { formatDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
let story: Awaited<ReturnType<typeof storyOf>>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
  story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '10', discountRate: '1' },
    { tierLevel: 2, minThreshold: '10', maxThreshold: '-1', discountRate: '0.7' },
  ];
  await story.caller.call(tiers.create, {
    params: story.params,
    body: { effectiveFrom: '2027-01-01T00:00:00Z', tiers: ladder, reason: 'A test' },
  });
  await story.until('2027-01-10T11:00:00Z');
  await story.use('2027-01-10T10', '8.5');
  await story.until('2027-01-20T11:00:00Z');
  await story.use('2027-01-20T10', '0.001000000001');
  await story.until('2027-02-02T09:00:00Z');
});
afterAll(() => app.close());

const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
const making = ({ consumption, unitPrice, zhekou, unrounded, rounding, amount, sliceNo }: ExplainedRow) => [
  `${plain(consumption)} × ${plain(unitPrice)} × ${plain(zhekou)} = ${plain(unrounded)}`,
  `${plain(rounding)} → ${plain(amount)}`,
  sliceNo,
];

describe(explanations.ofLine.id, () => {
  it('leads from a line to its rows, and from a row to the batch of its usage', async () => {
    const viewer = await member(app, story.id, 'billing_viewer');
    const { id: statementID } = await story.statement('2027-01');
    const { statementData } = await viewer.call(statements.get, { params: { id: story.id, statementID } });
    const found = [];
    for (const { lineNo, exactAmount } of statementData.skuAndAmounts) {
      const params = { id: story.id, statementID, lineNo };
      const { items, totalSize, line, hasRows } = await viewer.call(explanations.ofLine, { params, query: {} });
      expect(line.lineNo).toBe(lineNo);
      expect(formatDecimal(sum(items.map(({ amount }) => amount)), 12)).toBe(exactAmount);
      expect([totalSize, hasRows]).toEqual([items.length, true]);
      found.push(...items);
    }
    // The third row is rounded: 0.001000000001 × 2 × 0.7 = 0.0014000000014.
    expect(found.map(making).sort()).toEqual([
      ['0.001000000001 × 2 × 0.7 = 0.0014000000014', '-0.0000000000004 → 0.001400000001', 0],
      ['3.5 × 2 × 0.7 = 4.9', '0 → 4.9', 1],
      ['5 × 2 × 1 = 10', '0 → 10', 0],
    ]);
    const batches = await app.deps.db
      .selectFrom('usage_batch')
      .selectAll()
      .where('contract_id', '=', story.id)
      .execute();
    expect(new Set(found.map(({ batch }) => batch?.id))).toEqual(new Set(batches.map(({ id }) => id)));
    expect(found[0]?.batch).toMatchObject({ records: 1, acceptedAt: expect.stringMatching(/^2027-01-/) });
  });

  it('tells the rounding of the line, and has pages', async () => {
    const { id: statementID } = await story.statement('2027-01');
    const { statementData } = await story.caller.call(statements.get, { params: { id: story.id, statementID } });
    const discounted = statementData.skuAndAmounts.find(({ zhekou }) => plain(zhekou) === '0.7');
    const params = { id: story.id, statementID, lineNo: discounted?.lineNo ?? -1 };
    const first = await story.caller.call(explanations.ofLine, { params, query: {} });
    expect([first.totalSize, first.items.length, plain(first.lineRounding)]).toEqual([2, 2, '-0.001400000001']);
    const second = await story.caller.call(explanations.ofLine, { params, query: { page: 2 } });
    expect([second.totalSize, second.items]).toEqual([2, []]);
  });

  it('says that the rows of a month signed elsewhere are not here', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const lines = [costing('1000.004')];
    const { id: statementID } = await signed(app, {
      contractId: id,
      month: '2027-07',
      lines,
      at: '2027-08-02T09:00:00Z',
    });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const params = { id, statementID, lineNo: 0 };
    expect(await internalCaller(app).call(explanations.ofLine, { params, query: {} })).toMatchObject({
      hasRows: false,
      totalSize: 0,
      items: [],
    });
  });

  it('is refused for another line, and for a statement of another contract', async () => {
    const { id: statementID } = await story.statement('2027-01');
    const refusalOf = (id: string, lineNo: number) =>
      internalCaller(app).refusal(explanations.ofLine, { params: { id, statementID, lineNo }, query: {} });
    const { id: other } = await contract(app);
    for (const refused of [await refusalOf(story.id, 9), await refusalOf(other, 0)])
      expect(refused).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' });
  });
});

describe(explanations.ofPurchases.id, () => {
  it('explains the rows of a filtered range', async () => {
    const query = { start: '2027-01-20T00:00:00Z', end: '2027-01-21T00:00:00Z', datacloudID: [story.datacloudId] };
    const { items } = await story.caller.call(explanations.ofPurchases, { params: story.params, query });
    expect(items.map(making)).toEqual([
      ['0.001000000001 × 2 × 0.7 = 0.0014000000014', '-0.0000000000004 → 0.001400000001', 0],
    ]);
    expect(items[0]).toMatchObject({ billedAt: '2027-01-20T10:00:00Z', batch: { records: 1 } });
  });
});
