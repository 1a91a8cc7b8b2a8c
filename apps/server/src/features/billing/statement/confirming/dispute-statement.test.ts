import { statements } from '@usance/api/billing/statement';
import { auditRecords } from '@usance/api/contract/audit-record';
import { waitings } from '@usance/api/installation/waiting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited } from '../../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { costing, runAt, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
});
afterAll(() => app.close());

const reason = 'We paused the warehouse on 14 September.\nWhy are 30 hours billed?';

async function given() {
  const { id: contractId } = await contract(app);
  const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('80')] });
  const payer = await member(app, contractId, 'billing_admin');
  return { contractId, id, payer, params: { id: contractId, statementID: id } };
}
const ended = (contractId: string, id: string) =>
  internalCaller(app).call(statements.update, {
    params: { id: contractId },
    body: [{ id, confirmState: 'confirmed' }],
  });

describe(statements.dispute.id, () => {
  it('waits for the back office, holds cash, and says who disputes it and why', async () => {
    const { contractId, payer, params } = await given();
    await deposited(app, contractId, '50');
    const at = app.clock.now().toISOString();
    const told = await payer.call(statements.dispute, { params, body: { reason: `  ${reason} ` } });
    expect(told).toMatchObject({
      confirmState: 'manualProcessing',
      dispute: { at, by: payer.identifier, reason },
      permissions: { canConfirm: false },
    });
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '0.00000000', frozen: '50.00000000' });
    const viewer = await member(app, contractId, 'billing_viewer');
    expect((await viewer.call(statements.get, { params })).dispute).toEqual({ at, by: payer.identifier, reason });
    expect(await internalCaller(app).call(statements.get, { params })).toMatchObject({ reviewReason: reason });
    const { items } = await internalCaller(app).call(waitings.list, {});
    expect(items).toContainEqual(expect.objectContaining({ what: 'statementsToConfirm' }));
  });

  it('is audited with the reason', async () => {
    const { contractId, payer, params } = await given();
    await payer.call(statements.dispute, { params, body: { reason } });
    const admin = await member(app, contractId, 'admin');
    const { items } = await admin.call(auditRecords.list, { params: { id: contractId }, query: { call: 'statement' } });
    expect(items).toMatchObject([{ call: 'statement.dispute', actor: { kind: 'account' } }]);
    expect(JSON.stringify(items[0]?.changes)).toContain('30 hours');
  });

  it.each([
    ['billing_viewer', 403],
    ['dc_creator', 403],
    ['admin', undefined],
  ] as const)('asks %s: %s', async (role, code) => {
    const { contractId, params } = await given();
    const someone = await member(app, contractId, role);
    const input = { params, body: { reason } };
    if (code === undefined) expect(await someone.call(statements.dispute, input)).toHaveProperty('dispute');
    else expect(await someone.refusal(statements.dispute, input)).toMatchObject({ code });
  });

  it('is 404 for a stranger and for a statement of another contract', async () => {
    const { payer, params, contractId } = await given();
    const other = await given();
    const stranger = await person(app);
    expect(await stranger.refusal(statements.dispute, { params, body: { reason } })).toMatchObject({ code: 404 });
    const wrong = { params: { id: contractId, statementID: other.id }, body: { reason } };
    expect(await payer.refusal(statements.dispute, wrong)).toMatchObject({ reason: 'STATEMENT_NOT_FOUND' });
  });

  it.each(['', '   ', 'x'.repeat(501), 'a\u0000b'])('refuses the reason %j and names the field', async (text) => {
    const { payer, params } = await given();
    const refusal = await payer.refusal(statements.dispute, { params, body: { reason: text } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'reason' } });
  });

  it('waits for the decision of an earlier one', async () => {
    const { contractId, id, payer, params } = await given();
    const { id: second } = await signed(app, { contractId, month: '2026-08', lines: [costing('5')] });
    await payer.call(statements.dispute, { params, body: { reason } });
    const other = { params: { id: contractId, statementID: second }, body: { reason } };
    expect(await payer.refusal(statements.dispute, other)).toMatchObject({
      code: 409,
      reason: 'STATEMENT_STATE_CONFLICT',
      metadata: { statementID: id, month: '2026-09', confirmState: 'manualProcessing' },
    });
    await ended(contractId, id);
    expect(await payer.call(statements.dispute, other)).toHaveProperty('dispute');
  });

  it('is not confirmed on its due day, and can be disputed once', async () => {
    const { contractId, id, payer, params } = await given();
    const begun = app.clock.now().toISOString();
    await payer.call(statements.dispute, { params, body: { reason } });
    const refusal = { code: 409, reason: 'STATEMENT_STATE_CONFLICT' };
    expect(await payer.refusal(statements.dispute, { params, body: { reason } })).toMatchObject(refusal);
    app.clock.moveTo('2026-10-20T00:00:00Z');
    await runAt(app, '2026-10-20T00:00:00Z');
    const told = () => internalCaller(app).call(statements.get, { params });
    expect(await told()).toMatchObject({ confirmState: 'manualProcessing' });
    await ended(contractId, id);
    const after = await told();
    expect(after).toMatchObject({ confirmState: 'confirmed', overdue: false });
    const decidedAt = app.clock.now().toISOString();
    expect(after.dispute).toEqual({ at: begun, by: payer.identifier, reason, decidedAt });
    const other = await member(app, contractId, 'admin');
    expect(await other.refusal(statements.dispute, { params, body: { reason } })).toMatchObject(refusal);
    const forgotten = app.deps.db
      .updateTable('statement')
      .set({ decided_dispute: null })
      .where('id', '=', id)
      .execute();
    await expect(forgotten).rejects.toThrow('What was decided about a dispute never changes');
  });

  it('comes too late when the statement is due to confirm itself', async () => {
    app.clock.moveTo('2026-10-20T00:00:00Z');
    const { payer, params } = await given();
    const refusal = { code: 409, reason: 'STATEMENT_STATE_CONFLICT', metadata: { confirmState: 'unconfirmed' } };
    expect(await payer.refusal(statements.dispute, { params, body: { reason } })).toMatchObject(refusal);
  });
});
