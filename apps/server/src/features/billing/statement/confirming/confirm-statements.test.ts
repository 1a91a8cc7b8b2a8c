import { statements } from '@usance/api/billing/statement';
import { auditRecords } from '@usance/api/contract/audit-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited, owedOn } from '../../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { listDeductible } from '../../statement-record/statement.queries.ts';
import { costing, runAt, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
});
afterAll(() => app.close());

async function given(...amounts: string[]) {
  const { id: contractId } = await contract(app);
  const months = ['2026-09', '2026-08', '2026-07'];
  const ids: string[] = [];
  for (const [index, amount] of amounts.entries()) {
    ids.push((await signed(app, { contractId, month: months[index] ?? '', lines: [costing(amount)] })).id);
  }
  return { contractId, ids, id: ids[0] ?? '', params: { id: contractId } };
}
const confirmation = (id: string) => ({ id, confirmState: 'confirmed' }) as const;
const update = (contractId: string, id: string, confirmState: 'confirmed' | 'manualProcessing' | 'unconfirmed') =>
  internalCaller(app).call(statements.update, { params: { id: contractId }, body: [{ id, confirmState }] });

describe(statements.confirm.id, () => {
  it('confirms the named statements, in the given order', async () => {
    const { contractId, ids, params } = await given('5', '6');
    const payer = await member(app, contractId, 'billing_admin');
    const before = await payer.call(statements.get, { params: { id: contractId, statementID: ids[0] ?? '' } });
    expect(before.permissions).toEqual({ canConfirm: true, canDownload: false });
    const { items } = await payer.call(statements.confirm, { params, body: ids.map(confirmation) });
    expect(items.map(({ id, confirmState }) => [id, confirmState])).toEqual(ids.map((id) => [id, 'confirmed']));
    expect(items[0]?.permissions).toEqual({ canConfirm: false, canDownload: true });
  });

  it('tells since when a statement is confirmed, not while it is in dispute', async () => {
    const { contractId, id } = await given('5');
    const confirmedAt = async () =>
      (await internalCaller(app).call(statements.get, { params: { id: contractId, statementID: id } })).confirmedAt;
    expect(await confirmedAt()).toBeNull();
    await update(contractId, id, 'confirmed');
    expect(await confirmedAt()).toBe(app.clock.now().toISOString());
    await update(contractId, id, 'manualProcessing');
    expect(await confirmedAt()).toBeNull();
    await update(contractId, id, 'confirmed');
    expect(await confirmedAt()).toBe(app.clock.now().toISOString());
  });

  it('is audited with the statement and its amount, by a customer or an operator', async () => {
    const { contractId, id, params } = await given('5');
    const admin = await member(app, contractId, 'admin');
    await admin.call(statements.confirm, { params, body: [confirmation(id)] });
    await update(contractId, id, 'manualProcessing');
    const { items } = await admin.call(auditRecords.list, { params, query: { call: 'statement' } });
    const told = { kind: 'statement', id, month: '2026-09', payable: '5.00000000', payableFormatted: '$5.00' };
    expect(items.map(({ things }) => things)).toEqual([[told], [told]]);
  });

  it.each([
    ['billing_admin', undefined],
    ['admin', undefined],
    ['billing_viewer', 403],
    ['dc_creator', 403],
  ] as const)('asks %s: %s', async (role, code) => {
    const { contractId, id, params } = await given('5');
    const someone = await member(app, contractId, role);
    const input = { params, body: [confirmation(id)] };
    if (code === undefined) expect((await someone.call(statements.confirm, input)).items).toHaveLength(1);
    else expect(await someone.refusal(statements.confirm, input)).toMatchObject({ code });
  });

  it('is 404 for a stranger, for an unknown id and for another contract’s', async () => {
    const { contractId, id, params } = await given('5');
    const other = await given('5');
    const stranger = await person(app);
    expect(await stranger.refusal(statements.confirm, { params, body: [confirmation(id)] })).toMatchObject({
      code: 404,
    });
    const payer = await member(app, contractId, 'billing_admin');
    for (const wrong of ['stm-aaaaaaaa', other.id]) {
      const refusal = await payer.refusal(statements.confirm, {
        params,
        body: [confirmation(id), confirmation(wrong)],
      });
      expect(refusal).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' });
    }
    const { items } = await payer.call(statements.list, { params, query: {} });
    expect(items.map((item) => item.confirmState)).toEqual(['unconfirmed']);
  });

  it('refuses a second confirmation, a duplicate id, an empty list, and any other state', async () => {
    const { contractId, id, params } = await given('5');
    const payer = await member(app, contractId, 'billing_admin');
    const refusal = (body: unknown) => payer.refusal(statements.confirm, { params, body });
    expect(await refusal([confirmation(id), confirmation(id)])).toMatchObject({
      code: 400,
      metadata: { field: '1.id' },
    });
    expect(await refusal([])).toMatchObject({ code: 400 });
    for (const confirmState of ['unconfirmed', 'manualProcessing', 'paid']) {
      const answer = await refusal([{ id, confirmState }]);
      expect(answer).toMatchObject({ code: 400, metadata: { field: '0.confirmState' } });
    }
    await payer.call(statements.confirm, { params, body: [confirmation(id)] });
    expect(await refusal([confirmation(id)])).toMatchObject({ code: 409, reason: 'STATEMENT_STATE_CONFLICT' });
  });

  it('lets only the back office dispute', async () => {
    const { contractId, id, params } = await given('5');
    await update(contractId, id, 'manualProcessing');
    const payer = await member(app, contractId, 'admin');
    const refusal = await payer.refusal(statements.confirm, { params, body: [confirmation(id)] });
    expect(refusal).toMatchObject({ code: 409, reason: 'STATEMENT_STATE_CONFLICT' });
  });
});

describe(statements.update.id, () => {
  it('holds the cash of a dispute until it ends', async () => {
    const { contractId, id } = await given('80');
    await deposited(app, contractId, '50');
    await update(contractId, id, 'manualProcessing');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '0.00000000', frozen: '50.00000000' });
    await runAt(app, '2026-10-09T00:00:00Z');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ frozen: '50.00000000' });
    expect(await owedOn(app.deps.db, contractId)).toBe('80.00000000');
    await update(contractId, id, 'confirmed');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '50.00000000', frozen: '0.00000000' });
    expect(await listDeductible(app.deps.db, contractId, new Date('2026-10-07T00:05:00Z'))).toMatchObject([{ id }]);
  });

  it('disputes a confirmed statement, but returns none to unconfirmed', async () => {
    const { contractId, id } = await given('5');
    await update(contractId, id, 'confirmed');
    const { items } = await update(contractId, id, 'manualProcessing');
    expect(items[0]).toMatchObject({ confirmState: 'manualProcessing', overdue: false });
    const back = await internalCaller(app).refusal(statements.update, {
      params: { id: contractId },
      body: [{ id, confirmState: 'unconfirmed' }],
    });
    expect(back).toMatchObject({ code: 409, reason: 'STATEMENT_STATE_CONFLICT' });
  });

  it('changes all or none', async () => {
    const { contractId, ids } = await given('5', '6');
    await update(contractId, ids[1] ?? '', 'confirmed');
    const refusal = await internalCaller(app).refusal(statements.update, {
      params: { id: contractId },
      body: ids.map(confirmation),
    });
    expect(refusal).toMatchObject({ code: 409 });
    const { items } = await internalCaller(app).call(statements.list, {
      params: { id: contractId },
      query: { confirmState: 'unconfirmed' },
    });
    expect(items.map((item) => item.id)).toEqual([ids[0]]);
  });
});

describe(statements.list.id, () => {
  it('filters by cycle and states, orders by amount as a number, and pages', async () => {
    const { contractId, params } = await given('9', '10', '100');
    const viewer = await member(app, contractId, 'billing_viewer');
    const months = async (query: Parameters<typeof viewer.call<typeof statements.list>>[1]['query']) => {
      const page = await viewer.call(statements.list, { params, query });
      expect(page.total).toBe(page.totalSize);
      return page.items.map((item) => item.month);
    };
    expect(await months({})).toEqual(['2026-09', '2026-08', '2026-07']);
    expect(await months({ orderBy: 'amount', ordering: 'asc' })).toEqual(['2026-09', '2026-08', '2026-07']);
    expect(await months({ pageSize: 1, pageNum: 2 })).toEqual(['2026-08']);
    const [start, end] = [Date.parse('2026-08-01T00:00:00Z'), Date.parse('2026-09-01T00:00:00Z')];
    expect(await months({ start, end })).toEqual(['2026-08']);
    expect(await months({ deductState: 'fullySettled' })).toEqual([]);
    expect(await months({ confirmState: 'unconfirmed', pageSize: 999_999 })).toHaveLength(3);
  });

  it('tells a viewer that they may not confirm', async () => {
    const { contractId, params } = await given('5');
    const viewer = await member(app, contractId, 'billing_viewer');
    const { items } = await viewer.call(statements.list, { params, query: {} });
    expect(items[0]?.permissions.canConfirm).toBe(false);
    expect(items[0]).toMatchObject({ amountFormatted: '$5.00', cycleStart: '2026-09-01', cycleEnd: '2026-09-30' });
  });

  it.each([{ orderBy: 'digest' }, { start: -1 }, { end: '1', start: '2' }, { confirmState: 'paid' }, { pageSize: 0 }])(
    'refuses %j and names the field',
    async (query) => {
      const { contractId, params } = await given();
      const viewer = await member(app, contractId, 'billing_viewer');
      const refusal = await viewer.refusal(statements.list, { params, query });
      expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
      expect(refusal.metadata['field']).toBeTruthy();
    },
  );

  it('is 404 for an unknown contract, to the back office too', async () => {
    const refusal = await internalCaller(app).refusal(statements.list, {
      params: { id: 'ct-aaaaaaaa' },
      query: {},
    });
    expect(refusal).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });
});
