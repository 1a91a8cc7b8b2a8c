import { bank } from '@usance/api/billing/bank';
import { purchases } from '@usance/api/billing/purchase';
import { type Call, pathOf } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { focus } from '@usance/api/installation/focus';
import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from './builders.ts';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let contractId: string;
beforeAll(async () => {
  app = await startTestApp();
  contractId = (await contract(app)).id;
});
afterAll(() => app.close());

const authorization = `Bearer ${testToken}`;
const json = { 'content-type': 'application/json' };
const deposits = (id: string) => pathOf(bank.record, 'internal').replace('{id}', id);
const withdrawal = { type: 'withdraw', amount: '1000000', currency: 'USD' };

/** Makes a write, and returns its status and its new rows in the audit. */
async function audited(url: string, payload: string | object, headers: Record<string, string> = json) {
  const rows = () => app.deps.db.selectFrom('audit').selectAll().orderBy('id').execute();
  const before = await rows();
  const all = { authorization, ...headers };
  const { statusCode } = await app.internalListener.inject({ method: 'POST', url, payload, headers: all });
  return { status: statusCode, rows: (await rows()).slice(before.length) };
}

describe('an internal write that is refused leaves a row', () => {
  it.each<[string, number, string, Call, () => string, string | object]>([
    ['by the verb', 409, 'BANK_BALANCE_CONFLICT', bank.record, () => deposits(contractId), withdrawal],
    ['before its contract is found', 404, 'CONTRACT_NOT_FOUND', bank.record, () => deposits('ct-aaaa'), withdrawal],
    ['for its body', 400, 'INVALID_PARAMETER', bank.record, () => deposits(contractId), { type: 'gift' }],
    ['by the parser', 400, 'INVALID_PARAMETER', bank.record, () => deposits(contractId), '{"type":'],
    ['for its size', 413, 'FILE_TOO_LARGE', bank.record, () => deposits(contractId), `"${'x'.repeat(300_000)}"`],
    [
      'for half a character in its path',
      400,
      'INVALID_PARAMETER',
      bank.record,
      () => `${deposits(contractId)}?searchParam=${encodeURIComponent('{"x\\ud800":"\\u0000"}')}`,
      withdrawal,
    ],
  ])('%s', async (_, status, refused, call, url, payload) => {
    const { rows, ...reply } = await audited(url(), payload);
    expect(reply.status).toBe(status);
    const told = { call: `internal.${call.id}`.replace('internal.bank', 'bank'), refused, path: url() };
    expect(rows).toEqual([
      expect.objectContaining({ ...told, token_id: expect.any(String), request_id: expect.any(String) }),
    ]);
  });

  it('if it spans transactions, in addition to the row of its admission', async () => {
    const url = `${pathOf(focus.import, 'internal')}?adminEmail=nobody@example.com`;
    const { rows, status } = await audited(url, 'a,b\n', { 'content-type': 'text/csv' });
    expect(status).toBe(400);
    expect(rows.map(({ refused, path }) => [refused, path])).toEqual([
      [null, null],
      ['INVALID_PARAMETER', url],
    ]);
  });

  it('with its body, its token and its time', async () => {
    const { rows } = await audited(deposits(contractId), withdrawal);
    const granted = await app.deps.db.selectFrom('audit').select('token_id').executeTakeFirstOrThrow();
    expect(rows[0]).toMatchObject({ at: app.clock.now(), params: { id: contractId }, token_id: granted.token_id });
    expect(JSON.parse(rows[0]?.body ?? '')).toEqual(withdrawal);
  });

  it('if the scope of its token forbids it', async () => {
    const { token } = await internalCaller(app).call(tokens.create, { body: { name: 'an auditor', scopes: ['read'] } });
    const reading = { ...json, authorization: `Bearer ${token}` };
    const { rows, status } = await audited(deposits(contractId), withdrawal, reading);
    expect([status, rows[0]?.refused]).toEqual([403, 'NO_PERMISSION']);
  });
});

it('but not for a missing token, a customer or a read', async () => {
  expect((await audited(deposits(contractId), withdrawal, { ...json, authorization: 'Bearer x' })).rows).toEqual([]);
  expect((await audited('/internal/api/v1/nothing', withdrawal)).rows).toEqual([]);
  const viewer = await member(app, contractId, 'billing_viewer');
  const before = await app.deps.db.selectFrom('audit').select('id').execute();
  await viewer.raw({ method: 'POST', url: `/api/v1/contracts/${contractId}/dataclouds`, payload: {} });
  await internalCaller(app).raw({ url: pathOf(purchases.list, 'internal').replace('{id}', 'ct-aaaa') });
  expect(await app.deps.db.selectFrom('audit').select('id').execute()).toEqual(before);
});

describe('half a character or a NUL in a request', () => {
  it.each(['tags', 'buyerName'])('in %s of a body is refused with its name', async (field) => {
    const body = { tags: 'Acme', buyerType: 'E', buyerName: 'Acme Ltd', currency: 'USD', [field]: 'a\ud800' };
    expect(await internalCaller(app).refusal(contracts.createInternal, { body })).toMatchObject({
      code: 400,
      metadata: { field },
    });
  });

  it('in a memo is refused and not an internal error', async () => {
    const body = { type: 'deposit', amount: '1', currency: 'USD', counterpartAccountName: 'x\udfff' };
    expect(await internalCaller(app).refusal(bank.record, { params: { id: contractId }, body })).toMatchObject({
      code: 400,
      metadata: { field: 'counterpartAccountName' },
    });
  });

  it('in a search is refused', async () => {
    const viewer = await member(app, contractId, 'admin');
    const search = encodeURIComponent('{"name":"\\ud800"}');
    const reply = await viewer.raw({ url: `${pathOf(contracts.list, 'customer')}?searchParam=${search}` });
    expect([reply.statusCode, reply.json().metadata]).toEqual([400, { field: 'name' }]);
  });
});
