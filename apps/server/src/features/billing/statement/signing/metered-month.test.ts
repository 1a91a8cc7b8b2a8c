import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { usages } from '@usance/api/metering/usage';
import { parseDay } from '@usance/period/day';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dirtyDays, markUsedDays } from '../../../metering/billing-day/dirty-days.ts';
import { closedMonths } from '../../../metering/closed-month/closed-month.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import { coreHour } from '../../../metering/sku/sku.fixture.ts';
import { meteredContract } from '../../../metering/usage/metering.fixture.ts';
import { owedOn } from '../../../money/ledger/ledger.fixture.ts';
import { runDueStatements } from '../run-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true });
  await sells('compute.r', '0.333333333333');
  await sells('compute.renamed', '2');
  await sells('compute.unpriced');
});
afterAll(() => app.close());

async function sells(billingItem: string, unitPrice?: string) {
  const caller = internalCaller(app);
  const { items } = await caller.call(skus.create, { body: { items: [coreHour(billingItem)] } });
  if (unitPrice === undefined) return;
  const price = {
    currency: 'USD',
    unitPrice,
    priceUnit: 'USD/core-hour',
    effectiveFrom: '2025-01-01T00:00:00Z',
  } as const;
  await caller.call(prices.create, { body: { items: items.map(({ id }) => ({ ...price, skuId: id })) } });
}

/** A contract with a data cloud, and a helper that meters usage. */
async function metered() {
  const { contractId, datacloudId } = await meteredContract(app);
  const meter = async (start: string, quantity: string, billingItem = 'compute.r') => {
    const end = new Date(Date.parse(start) + 3_600_000).toISOString();
    const object = { objectId: 'wh-1', objectName: 'etl', resourceKind: 'warehouse', billingItem };
    const record = { id: `${datacloudId} ${start} ${billingItem}`, contractId, datacloudId, ...object };
    const body = JSON.stringify({ ...record, quantity, unit: 'core-hour', start, end });
    expect(await internalCaller(app).call(usages.ingest, { body })).toMatchObject({ accepted: 1 });
  };
  const body = { contractId, month: '2026-09' };
  return { contractId, meter, body };
}

/** Makes every rating of this hour fail for lack of memory; with `isWritten`, only after its rows are written. */
function withoutRoomAt(hour: string, { isWritten = false } = {}): void {
  const at = Date.parse(hour) / 1_000;
  const { clickhouse } = app.deps;
  const command = clickhouse.command.bind(clickhouse);
  vi.spyOn(clickhouse, 'command').mockImplementation(async (statement, ...given) => {
    const [, start, end] =
      /^INSERT INTO purchase[\s\S]*u\.bill_at >= toDateTime\((\d+)[\s\S]*u\.bill_at < toDateTime\((\d+)/.exec(
        statement,
      ) ?? [];
    const hasRoom = at < Number(start ?? Number.POSITIVE_INFINITY) || Number(end) <= at;
    if (hasRoom || isWritten) await command(statement, ...given);
    if (!hasRoom) throw new OverLimits(new Error('no memory left'));
  });
}

/** Marks a day to be rated again, as new usage does. */
async function marked(contractId: string, day: string): Promise<void> {
  await app.deps.db.transaction().execute((tx) => markUsedDays(tx, [{ contractId, day: parseDay(day) }]));
}

/** Counts the rows of all runs, live or not. */
async function ratedRows(contractId: string): Promise<string> {
  const [found] = await app.deps.clickhouse.query<{ rows: string }>(
    'SELECT count() AS rows FROM purchase WHERE contract_id = {contractId:String}',
    { contractId },
  );
  return found?.rows ?? '0';
}

describe('a metered month', () => {
  it('with a day that exceeds the memory does not rate other days at each failed signing', async () => {
    const { contractId, meter, body } = await metered();
    for (let day = 18; day < 30; day += 1) await meter(`2026-09-${day}T10:00:00Z`, '1');
    await rateDue(app.deps);
    await meter('2026-09-30T10:00:00Z', '1');
    withoutRoomAt('2026-09-30T10:00:00Z');
    for (let minute = 0; minute < 3; minute += 1)
      expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(await ratedRows(contractId)).toBe('12');
    vi.restoreAllMocks();
    expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount: '4.33000000' });
  });

  it('with a day that comes to exceed the memory does not rate other days at each try', async () => {
    const { contractId, meter, body } = await metered();
    for (let day = 18; day <= 30; day += 1) await meter(`2026-09-${day}T10:00:00Z`, '1');
    await rateDue(app.deps);
    await marked(contractId, '2026-09-30');
    vi.spyOn(Math, 'random').mockReturnValue(0.4);
    withoutRoomAt('2026-09-30T10:00:00Z');
    const rows: string[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({ reason: 'UNAVAILABLE' });
      rows.push(await ratedRows(contractId));
    }
    expect(rows[2]).toBe(rows[0]);
    vi.restoreAllMocks();
    expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount: '4.33000000' });
  });

  it('with a day whose rating fails while writing does not write others at each try', async () => {
    const { contractId, meter, body } = await metered();
    for (let day = 18; day <= 30; day += 1) await meter(`2026-09-${day}T10:00:00Z`, '1');
    await rateDue(app.deps);
    await marked(contractId, '2026-09-25');
    withoutRoomAt('2026-09-25T10:00:00Z', { isWritten: true });
    const rows: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({ reason: 'UNAVAILABLE' });
      rows.push(Number(await ratedRows(contractId)));
    }
    const [first = 0] = rows;
    expect(rows).toEqual([first, first + 1, first + 2]);
    vi.restoreAllMocks();
    expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount: '4.33000000' });
  });

  it('is rated, calculated and signed with the same amount, and late usage adjusts the open month', async () => {
    const { contractId, meter, body } = await metered();
    const caller = internalCaller(app);
    await meter('2026-09-01T00:00:00Z', '3');
    await meter('2026-09-30T23:00:00Z', '1.5');
    const draft = await caller.call(statements.calculate, { body });
    expect(draft).toMatchObject({ amount: '1.50000000', payableAmount: '1.50000000' });
    const signed = await caller.call(statements.sign, { body });
    expect(signed).toMatchObject({ amount: draft.amount, confirmState: 'unconfirmed', dueDate: '2026-10-07' });
    expect(signed.statementData.skuAndAmounts).toEqual(draft.lines);
    expect(signed.statementData.skuAndAmounts[0]).toMatchObject({
      billingItem: 'compute.r',
      consumption: '4.5',
      exactAmount: '1.499999999999',
      adjustment: false,
    });
    expect(await owedOn(app.deps.db, contractId)).toBe('1.50000000');

    await meter('2026-09-15T00:00:00Z', '10');
    const october = await caller.call(statements.calculate, { body: { contractId, month: '2026-10' } });
    expect(october.lines).toMatchObject([{ adjustment: true, consumption: '10' }]);
    const params = { id: contractId, statementID: signed.id };
    expect(await caller.call(statements.get, { params })).toEqual(signed);
  });

  it('is calculated and signed with the current names of its SKUs', async () => {
    const { meter, body } = await metered();
    const caller = internalCaller(app);
    await meter('2026-09-10T00:00:00Z', '3', 'compute.renamed');
    await caller.call(statements.calculate, { body });
    const { items } = await caller.call(skus.list, { query: { billingItem: 'compute.renamed' } });
    const shown = { product: 'Renamed', type: 'Warehouses', subType: '' };
    await caller.call(skus.update, { body: { id: items[0]?.id ?? '', ...shown } });
    const draft = await caller.call(statements.calculate, { body });
    expect(draft.lines).toMatchObject([shown]);
    const signed = await caller.call(statements.sign, { body });
    expect(signed.statementData.skuAndAmounts).toEqual(draft.lines);

    const again = { product: 'Renamed again', type: 'Warehouses', subType: '' };
    await caller.call(skus.update, { body: { id: items[0]?.id ?? '', ...again } });
    expect(await dirtyDays(app.deps.db, body.contractId)).toEqual([]);
    const withdrawn = { params: { id: body.contractId }, query: { ids: [signed.id] } };
    await caller.call(statements.delete, withdrawn);
    expect((await caller.call(statements.calculate, { body })).lines).toMatchObject([again]);
  });

  it('is not signed while some of its usage has no price, and leaves no trace', async () => {
    const { contractId, meter, body } = await metered();
    await meter('2026-09-10T00:00:00Z', '1', 'compute.unpriced');
    const refusal = await internalCaller(app).refusal(statements.sign, { body });
    expect(refusal).toMatchObject({ code: 409, reason: 'USAGE_UNPRICED' });
    expect([...(await closedMonths(app.deps.db, contractId))]).toEqual([]);
    expect(await internalCaller(app).refusal(statements.calculate, { body })).toMatchObject({
      reason: 'USAGE_UNPRICED',
    });
  });

  it('is signed once for one Idempotency-Key, with the same reply again', async () => {
    const { meter, body } = await metered();
    await meter('2026-09-10T00:00:00Z', '7');
    const input = { body, headers: { 'idempotency-key': 'sign-once' } };
    const first = await internalCaller(app).call(statements.sign, input);
    expect(await internalCaller(app).call(statements.sign, input)).toEqual(first);
    expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({
      code: 409,
      reason: 'STATEMENT_ALREADY_SIGNED',
    });
  });

  it('is signed by the calendar with all metered usage', async () => {
    const { contractId, meter } = await metered();
    await meter('2026-09-10T00:00:00Z', '7');
    const outcome = await runDueStatements(app.deps, app.clock.now());
    expect(outcome.failed.filter((failure) => failure.contractId === contractId)).toEqual([]);
    expect(await owedOn(app.deps.db, contractId)).toBe('2.33000000');
  });
});
