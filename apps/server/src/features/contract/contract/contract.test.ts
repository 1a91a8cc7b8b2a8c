import { contracts } from '@usance/api/contract/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe(contracts.get.id, () => {
  it('shows a member what their roles allow', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'billing_viewer');
    const found = await viewer.call(contracts.get, { params: { id } });
    expect(found.roles).toEqual(['billing_viewer']);
    expect(found.permissions).toMatchObject({
      canReadBilling: true,
      canManageBilling: false,
      canReadDataclouds: false,
    });
  });

  it('refuses new data clouds in an inactive contract, which its readers can still read', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const allowed = async () => (await admin.call(contracts.get, { params: { id } })).permissions;
    expect(await allowed()).toMatchObject({ canCreateDatacloud: true, canReadDataclouds: true });
    await app.deps.db.updateTable('contract').set({ state: 'End' }).where('id', '=', id).execute();
    expect(await allowed()).toMatchObject({ canCreateDatacloud: false, canReadDataclouds: true });
    const { items } = await admin.call(contracts.list, { query: {} });
    expect(items.map(({ permissions }) => permissions?.canCreateDatacloud)).toEqual([false]);
  });

  it('answers a stranger and an unknown id alike', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    const theirs = await stranger.refusal(contracts.get, { params: { id } });
    const nobodys = await stranger.refusal(contracts.get, { params: { id: 'ct-aaaaaaaaaaaaaaaa' } });
    expect(theirs).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
    expect({ ...nobodys, requestId: '' }).toEqual({ ...theirs, requestId: '' });
  });

  it('needs a session', async () => {
    const { id } = await contract(app);
    expect(await anonymousCaller(app).refusal(contracts.get, { params: { id } })).toMatchObject({
      code: 401,
      reason: 'INVALID_SESSION',
    });
  });
});

describe(contracts.list.id, () => {
  it('lists only the caller’s contracts, each once, with any roles', async () => {
    const mine = await contract(app, { tags: 'Mine' });
    await contract(app, { tags: 'Theirs' });
    const someone = await member(app, mine.id, 'viewer');
    const page = await someone.call(contracts.list, { query: {} });
    expect(page).toMatchObject({ totalSize: 1, pageNum: 1, pageSize: 10 });
    expect(page.items.map((item) => item.tags)).toEqual(['Mine']);
  });

  it.each([
    { pageSize: 0 },
    { pageSize: -1 },
    { pageSize: '1.5' },
    { pageSize: 1e9 },
    { pageSize: '10abc' },
    { pageNum: 2 ** 53 },
    { state: 'Nothing' },
    { unknown: '1' },
    { searchParam: '[]' },
    { searchParam: '{"pageSize":"1;drop"}' },
    { searchParam: '{"__proto__":{"pageSize":1}}' },
  ])('refuses %j and names the field', async (query) => {
    const someone = await person(app);
    const refusal = await someone.refusal(contracts.list, { query });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.metadata['field']).toBeTruthy();
  });
});

describe(contracts.createInternal.id, () => {
  it('numbers the contracts of a day one after the other', async () => {
    const first = await contract(app, { signDate: '2026-02-03T00:00:00Z' });
    const second = await contract(app, { signDate: '2026-02-03T10:00:00Z' });
    expect([first.signID, second.signID]).toEqual(['20260203-0001', '20260203-0002']);
  });

  it.each([
    ['USD', '1999-12-31T23:59:59Z'],
    ['USD', '2101-01-01T00:00:00Z'],
    ['USD', '0000-01-01T00:00:00+23:59'],
    ['USD', '9999-12-31T23:59:59-23:59'],
    ['CNY', '9999-12-31T20:00:00Z'],
    // In Shanghai this is in 2101.
    ['CNY', '2100-12-31T20:00:00Z'],
  ])('in %s cannot be signed on %s', async (currency, signDate) => {
    const body = { tags: 'Edge', buyerType: 'E', buyerName: 'Edge Ltd', currency, signDate };
    expect(await internalCaller(app).refusal(contracts.createInternal, { body })).toMatchObject({
      code: 400,
      metadata: { field: 'signDate' },
    });
  });

  it('makes one contract for one Idempotency-Key, however often it is sent', async () => {
    const input = {
      body: { tags: 'Once', buyerType: 'E', buyerName: 'Once Ltd', currency: 'USD' },
      headers: { 'idempotency-key': 'once' },
    } as const;
    const [first, second] = await Promise.all([
      internalCaller(app).call(contracts.createInternal, input),
      internalCaller(app).call(contracts.createInternal, input),
    ]);
    expect(second).toEqual(first);
    const other = { ...input, body: { ...input.body, tags: 'Twice' } };
    expect(await internalCaller(app).refusal(contracts.createInternal, other)).toMatchObject({ code: 409 });
  });

  it('leaves an audit row for each call', async () => {
    const { tags } = await contract(app, { tags: 'Audited' });
    const rows = await app.deps.db.selectFrom('audit').select(['call', 'token_id', 'body']).execute();
    expect(rows.some((row) => row.call === contracts.createInternal.id && row.body?.includes(tags))).toBe(true);
  });
});
