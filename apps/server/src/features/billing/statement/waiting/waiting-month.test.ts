import { statements } from '@usance/api/billing/statement';
import { waitingMonths } from '@usance/api/billing/waiting-month';
import { parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { monthSigned } from '../../../metering/closed-month/closed-month.fixture.ts';
import { closedMonths } from '../../../metering/closed-month/closed-month.ts';
import { deposited, owedOn } from '../../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { signMonth } from '../signing/sign-month.ts';
import { costing, inOneHour, linesFrom, runAt, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-03T00:00:00Z',
    clickhouse: true,
    damaged: 'months are signed with lines of no rows',
  });
});
afterAll(() => app.close());
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

const caller = () => internalCaller(app);
const remove = (id: string, ids: string) => caller().call(statements.delete, { params: { id }, query: { ids } });
const sign = (contractId: string, month: string) => caller().call(statements.sign, { body: { contractId, month } });
const dispute = (id: string, statementId: string) =>
  caller().call(statements.update, { params: { id }, body: [{ id: statementId, confirmState: 'manualProcessing' }] });
const waiting = async (contractId: string) => {
  const { items } = await caller().call(waitingMonths.list, { query: { pageSize: 999_999 } });
  return items.filter((each) => each.contractId === contractId).map(({ month, reason }) => [month, reason]);
};
const months = async (contractId: string) => [...(await closedMonths(app.deps.db, contractId))];
describe('a month whose statement was deleted', () => {
  it('is signed again by an operator only, and then no longer waits', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await runAt(app, '2026-10-02T09:00:00Z', linesFrom({ [id]: { '2026-09': [costing('7')] } }));
    const { items } = await caller().call(statements.list, { params: { id }, query: {} });
    await remove(id, items[0]?.id ?? '');
    for (const at of ['2026-10-02T09:01:00Z', '2026-10-20T00:00:00Z'])
      expect(await runAt(app, at)).toMatchObject({ signed: 0, failed: [] });
    expect(await months(id)).toEqual([]);
    expect(await waiting(id)).toEqual([['2026-09', 'withdrawn']]);
    expect(await sign(id, '2026-09')).toMatchObject({ month: '2026-09', confirmState: 'unconfirmed' });
    expect(await waiting(id)).toEqual([]);
  });

  it('stays with operators if it is withdrawn while the calendar rates it', async () => {
    const { id: contractId } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const row = await getContract(app.deps.db, contractId);
    const isSigned = await signMonth(app.deps, row, {
      month: parseBillingMonth('2026-09'),
      now: app.clock.now(),
      rate: async () => {
        const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('7')] });
        await remove(contractId, id);
        return inOneHour([costing('8')], '2026-09');
      },
    });
    expect([isSigned, await months(contractId)]).toEqual([false, []]);
  });

  it('may have been in dispute, whose cash is released', async () => {
    const { id } = await contract(app);
    await deposited(app, id, '50');
    const statement = await signed(app, { contractId: id, month: '2026-09', lines: [costing('80')] });
    await dispute(id, statement.id);
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '0.00000000', frozen: '50.00000000' });
    expect(await remove(id, statement.id)).toEqual({ deleted: 1 });
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '50.00000000', frozen: '0.00000000' });
    expect(await owedOn(app.deps.db, id)).toBe('0.00000000');
    expect(await waiting(id)).toEqual([['2026-09', 'withdrawn']]);
  });

  it('keeps its statement once cash was deducted, even in dispute', async () => {
    const { id } = await contract(app);
    const statement = await signed(app, {
      contractId: id,
      month: '2026-08',
      lines: [costing('80')],
      at: '2026-09-02T09:00:00Z',
    });
    await runAt(app, '2026-09-07T00:05:00Z');
    await deposited(app, id, '50');
    await runAt(app, '2026-09-08T00:05:00Z');
    await dispute(id, statement.id);
    const refusal = await caller().refusal(statements.delete, { params: { id }, query: { ids: statement.id } });
    expect(refusal).toMatchObject({ code: 409, reason: 'STATEMENT_STATE_CONFLICT' });
    await expect(sql`delete from statement where id = ${statement.id}`.execute(app.deps.db)).rejects.toThrow(
      'never deleted',
    );
  });

  it('is open: in the database a signed month cannot wait, and a waiting one cannot be signed', async () => {
    const { id: contractId } = await contract(app);
    await signed(app, { contractId, month: '2026-09', lines: [] });
    const row = { contract_id: contractId, since: app.clock.now(), reason: 'withdrawn' } as const;
    const wait = (month: string) =>
      app.deps.db
        .insertInto('waiting_month')
        .values({ ...row, month })
        .execute();
    await expect(wait('2026-09')).rejects.toThrow('waits for nobody');
    await wait('2026-08');
    await expect(monthSigned(app, contractId, '2026-08')).rejects.toThrow('waits for nobody');
  });

  it('that the safety bounds held back is not held back again when an operator signs it', async () => {
    const { id: contractId } = await contract(app);
    for (const month of ['2026-06', '2026-07', '2026-08'])
      await signed(app, { contractId, month, lines: [costing('10')] });
    const lines = [costing('200')];
    const parked = await signed(app, { contractId, month: '2026-09', lines });
    expect(parked).toMatchObject({ confirm_state: 'manualProcessing' });
    await remove(contractId, parked.id);
    const again = await signed(app, { contractId, month: '2026-09', lines });
    expect(again).toMatchObject({ confirm_state: 'unconfirmed', review_reason: null });
  });
});
