import { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const add = (contractId: string) =>
  internalCaller(app).call(contractBlacklists.create, { body: { contractId, reason: 'asked for invoices' } });

it('a contract is on the blacklist until it is removed', async () => {
  const { id, tags } = await contract(app, { tags: 'Acme East' });
  const viewer = await member(app, id, 'viewer');
  const isOn = () => viewer.call(contractBlacklists.check, { params: { id } });
  expect(await isOn()).toBe(false);
  const put = await add(id);
  expect(put).toMatchObject({ contractId: id, contractTags: tags, reason: 'asked for invoices' });
  expect(await isOn()).toBe(true);
  expect(await internalCaller(app).call(contractBlacklists.check, { params: { id } })).toBe(true);
  await internalCaller(app).call(contractBlacklists.delete, { params: { id: put.id } });
  expect(await isOn()).toBe(false);
});

it('a contract is there once, with a reason that can be changed', async () => {
  const { id } = await contract(app);
  const put = await add(id);
  const again = { body: { contractId: id, reason: 'again' } };
  expect(await internalCaller(app).refusal(contractBlacklists.create, again)).toMatchObject({
    code: 409,
    reason: 'CONTRACT_BLACKLIST_CONFLICT',
  });
  const renamed = { params: { id: put.id }, body: { reason: 'another' } };
  expect(await internalCaller(app).call(contractBlacklists.update, renamed)).toMatchObject({ reason: 'another' });
  const { items } = await internalCaller(app).call(contractBlacklists.list, { query: { contractId: id } });
  expect(items).toMatchObject([{ id: put.id, reason: 'another' }]);
});

it('an entry can be changed and removed by its contract’s id or its own', async () => {
  const [{ id }, other] = [await contract(app), await contract(app)];
  const put = await add(id);
  const kept = await add(other.id);
  const caller = internalCaller(app);
  const renamed = await caller.call(contractBlacklists.update, { params: { id }, body: { reason: 'another' } });
  expect(renamed).toMatchObject({ id: put.id, contractId: id, reason: 'another' });
  await caller.call(contractBlacklists.delete, { params: { id } });
  expect(await caller.refusal(contractBlacklists.delete, { params: { id } })).toMatchObject({
    code: 404,
    reason: 'CONTRACT_BLACKLIST_NOT_FOUND',
  });
  const { items } = await caller.call(contractBlacklists.list, { query: { contractId: other.id } });
  expect(items).toMatchObject([{ id: kept.id, reason: 'asked for invoices' }]);
});

it('a person without a role on a contract cannot see whether it is there', async () => {
  const { id } = await contract(app);
  await add(id);
  const stranger = await person(app);
  expect(await stranger.refusal(contractBlacklists.check, { params: { id } })).toMatchObject({ code: 404 });
});

it('an unknown entry cannot be changed or removed', async () => {
  const params = { id: 'bl-aaaaaaaa' };
  const caller = internalCaller(app);
  expect(await caller.refusal(contractBlacklists.delete, { params })).toMatchObject({ code: 404 });
  expect(await caller.refusal(contractBlacklists.update, { params, body: { reason: 'x' } })).toMatchObject({
    code: 404,
  });
  expect(
    await caller.refusal(contractBlacklists.create, { body: { contractId: 'ct-aaaaaaaa', reason: 'x' } }),
  ).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
});
