import { statements } from '@usance/api/billing/statement';
import { add, type Exact, formatDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { issued } from '../../../money/voucher/voucher.fixture.ts';
import { costing, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const exact = (value: Exact) => formatDecimal(value, 12);
type Story = Awaited<ReturnType<typeof storyOf>>;

async function changesOf(story: Story, month: string) {
  const { id: statementID } = await story.statement(month);
  const changes = await story.caller.call(statements.changes, {
    params: { id: story.id, statementID },
    query: { by: 'datacloudID' },
  });
  const { total, elsewhere, rounding, marketplaceMetered, vouchers, credit, difference } = changes;
  const parts = [total.usage, total.price, total.discount, total.new, total.gone];
  expect(exact(elsewhere)).toBe(exact('0'));
  expect(exact(sum([...parts, rounding, marketplaceMetered, vouchers, credit]))).toBe(exact(difference));
  return changes;
}

describe(statements.changes.id, () => {
  it('leads from what the statement before asked for to what this one asks for', async () => {
    const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
    // 10 × 2.00 = 20.00 in January.
    await story.until('2027-01-10T12:00:00Z');
    await story.use('2027-01-10T10', '10');
    await story.until('2027-02-10T12:00:00Z');
    // 25.002 × 2.00 = 50.004 in February, of which a voucher pays 30.00.
    await issued(app, story.id, { denomination: '30', validDays: 90 });
    await story.until('2027-02-11T12:00:00Z');
    await story.use('2027-02-11T10', '25.002');
    // 30 less in March, which leaves 10.00 of credit.
    await story.until('2027-03-11T12:00:00Z');
    await story.use('2027-03-11T10', '-5');
    await story.until('2027-04-02T09:00:00Z');

    const first = await changesOf(story, '2027-01');
    expect([first.former, first.total.new, first.difference].map(plain)).toEqual(['null', '20', '20']);

    const second = await changesOf(story, '2027-02');
    expect(second.former).toMatchObject({ month: '2027-01', payableAmountFormatted: '$20.00' });
    expect(plain(second.total.usage)).toBe('30.004');
    expect([second.rounding, second.vouchers, second.difference].map(plain)).toEqual(['-0.004', '-30', '0']);
    expect(second.items.map(({ name, difference }) => [name, plain(difference)])).toEqual([
      [expect.stringContaining('scenario'), '30.004'],
    ]);

    const third = await changesOf(story, '2027-03');
    // A month of −10.00 asks for nothing: credit is +10.00.
    expect([third.total.usage, third.rounding, third.vouchers, third.credit].map(plain)).toEqual([
      '-60.004',
      '0.004',
      '30',
      '10',
    ]);
    expect(plain(third.difference)).toBe('-20');
  });

  it('is refused for a statement of another contract', async () => {
    const story = await storyOf(app, { at: '2027-05-01T00:00:00Z' });
    await story.until('2027-06-02T09:00:00Z');
    const { id: statementID } = await story.statement('2027-05');
    const { id } = await contract(app);
    expect(
      await internalCaller(app).refusal(statements.changes, { params: { id, statementID }, query: {} }),
    ).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' });
  });

  it('tells months that were signed elsewhere from rounding', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const { id: statementID } = await signed(app, {
      contractId: id,
      month: '2027-07',
      lines: [costing('1000.004')],
      at: '2027-08-02T09:00:00Z',
    });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const { total, elsewhere, rounding, difference } = await internalCaller(app).call(statements.changes, {
      params: { id, statementID },
      query: {},
    });
    expect([total.new, elsewhere, rounding, difference].map(plain)).toEqual(['0', '1000.004', '-0.004', '1000']);
  });
});

function plain(value: unknown): string {
  return typeof value === 'string' ? formatDecimal(add(value, '0')).replace(/\.?0+$/, '') : String(value);
}
