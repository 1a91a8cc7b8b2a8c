import { bank } from '@usance/api/billing/bank';
import { skus } from '@usance/api/metering/sku';
import { usages } from '@usance/api/metering/usage';
import { internalScope, type Token, tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { type Caller, internalCaller, tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { installToken } from './install-token.ts';

let app: TestApp;
let operator: Caller;
beforeAll(async () => {
  app = await startTestApp();
  operator = internalCaller(app);
});
afterAll(() => app.close());

const made = (scopes: Token['scopes'], by = operator) => by.call(tokens.create, { body: { name: 'a meter', scopes } });
const listed = async (id: string) => {
  const { items } = await operator.call(tokens.list, { query: { pageSize: 999_999 } });
  return items.find((item) => item.id === id);
};
const deposit = { type: 'deposit', amount: '1000000', currency: 'USD' } as const;

describe('an internal token', () => {
  it('for a meter sends usage, and can neither book a deposit nor read', async () => {
    const { id } = await contract(app);
    const meter = tokenCaller(app, (await made(['usage.write'])).token);
    expect(await meter.call(usages.ingest, { body: '' })).toMatchObject({ accepted: 0 });
    expect(await meter.refusal(bank.record, { params: { id }, body: deposit })).toMatchObject({ code: 403 });
    expect(await meter.refusal(skus.list, {})).toMatchObject({ code: 403 });
  });

  it('is shown once, and stored as a hash', async () => {
    const { token, ...said } = await made(['read']);
    expect(await listed(said.id)).toEqual(said);
    const kept = await app.deps.db.selectFrom('internal_token').selectAll().where('id', '=', said.id).execute();
    const audited = await app.deps.db.selectFrom('audit').selectAll().where('call', '=', 'token.create').execute();
    expect(audited.length).toBeGreaterThan(0);
    expect(JSON.stringify([kept, audited])).not.toContain(token);
  });

  it('is created anew for the same Idempotency-Key, since its reply is not stored', async () => {
    const send = () =>
      operator.call(tokens.create, {
        body: { name: 'twice', scopes: ['read'] },
        headers: { 'idempotency-key': 'one' },
      });
    expect((await send()).token).not.toBe((await send()).token);
    expect(await app.deps.db.selectFrom('idempotency_key').selectAll().where('key', '=', 'one').execute()).toEqual([]);
  });

  it('stops working for ever once it is revoked', async () => {
    const { id, token } = await made(['token.write']);
    const holder = tokenCaller(app, token);
    await holder.call(tokens.revoke, { params: { id } });
    expect(await holder.refusal(tokens.list, {})).toMatchObject({ code: 401 });
    const { gmtRevoked } = (await listed(id)) ?? {};
    expect(gmtRevoked).toBe(app.clock.now().toISOString());
    app.clock.pass({ minutes: 1 });
    await operator.call(tokens.revoke, { params: { id } });
    expect(await listed(id)).toMatchObject({ gmtRevoked });
  });

  it('shows its last use, to the minute', async () => {
    const { id, token } = await made(['token.write']);
    const use = () => tokenCaller(app, token).call(tokens.list, { query: {} });
    const lastUse = async () => (await listed(id))?.gmtLastUsed;
    const passes = (seconds: number) => app.clock.pass({ seconds });
    expect(await lastUse()).toBe(null);
    await use();
    const first = app.clock.now().toISOString();
    passes(59);
    await use();
    expect(await lastUse()).toBe(first);
    passes(1);
    await use();
    expect(await lastUse()).toBe(app.clock.now().toISOString());
  });

  it('cannot create one with more scopes than its own', async () => {
    const lesser = tokenCaller(app, (await made(['token.write', 'usage.write'])).token);
    await expect(made(['usage.write'], lesser)).resolves.toMatchObject({ scopes: ['usage.write'] });
    const body = { name: 'more', scopes: ['usage.write', 'money.write'] };
    expect(await lesser.refusal(tokens.create, { body })).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
  });

  it.each([
    { name: '', scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['write'] },
    { name: 'x', scopes: ['read', 'read'] },
    { name: 'x', scopes: ['read'], token: 'my-own-secret-0123' },
  ])('cannot be created as %j', async (body) => {
    expect(await operator.refusal(tokens.create, { body })).toMatchObject({ code: 400 });
  });

  it('that does not exist cannot be revoked', async () => {
    const refusal = await operator.refusal(tokens.revoke, { params: { id: 'tok-aaaaaaaa' } });
    expect(refusal).toMatchObject({ code: 404, reason: 'TOKEN_NOT_FOUND' });
  });
});

describe('the configured token', () => {
  it('has all scopes, and changes with the configuration', async () => {
    const { id, scopes } = (await listed('tok-config')) ?? {};
    expect([id, scopes]).toEqual(['tok-config', internalScope.options]);
    const refusal = await operator.refusal(tokens.revoke, { params: { id: 'tok-config' } });
    expect(refusal).toMatchObject({ code: 409, reason: 'TOKEN_CONFIGURED' });
    await installToken(app.deps, { internalToken: 'another-token-0123456789' });
    expect(await operator.refusal(tokens.list, {})).toMatchObject({ code: 401 });
    expect(await tokenCaller(app, 'another-token-0123456789').call(tokens.list, { query: {} })).toBeDefined();
    await installToken(app.deps, { internalToken: testToken });
  });

  it('is not replaced by a server’s generated one; that server refuses to start', async () => {
    const made = { internalToken: 'made-for-itself-0123456789', isTokenShared: true };
    await expect(installToken(app.deps, made)).rejects.toThrow('INTERNAL_TOKEN');
    expect(await operator.call(tokens.list, { query: {} })).toBeDefined();
    await installToken(app.deps, { internalToken: testToken, isTokenShared: true });
  });

  it('has all scopes of this version after a start', async () => {
    await app.deps.db
      .updateTable('internal_token')
      .set({ scopes: ['read', 'write'] })
      .where('id', '=', 'tok-config')
      .execute();
    await installToken(app.deps, { internalToken: testToken });
    expect((await listed('tok-config'))?.scopes).toEqual(internalScope.options);
  });
});
