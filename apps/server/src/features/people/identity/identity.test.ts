import { identities } from '@usance/api/people/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { createAccount } from '../account/create-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const later = () => app.clock.pass({ minutes: 1 });
const account = (identifier: string, traits = {}) =>
  app.deps.db
    .transaction()
    .execute((tx) => createAccount(tx, { identifier, passwordHash: 'kept-secret', traits }, app.clock.now()));
const list = (query: object) => internalCaller(app).call(identities.list, { query });

describe('identities', () => {
  it('are all accounts, newest first, a page at a time', async () => {
    const ids: string[] = [];
    for (const name of ['ada', 'grace', 'joan']) {
      later();
      ids.unshift(await account(`${name}@paged.example.com`, { fullName: name }));
    }
    const query = { identifier: '@paged.' };
    expect((await list(query)).items.map(({ id }) => id)).toEqual(ids);
    const second = await list({ ...query, pageNum: 2, pageSize: 2 });
    expect(second).toMatchObject({
      items: [{ id: ids[2], identifier: 'ada@paged.example.com', traits: { fullName: 'ada' } }],
      totalSize: 3,
    });
    expect((await list({})).totalSize).toBeGreaterThanOrEqual(3);
  });

  it('are found by a literal part of the identifier, ignoring case', async () => {
    const id = await account('Percent%Under_score@example.com');
    for (const identifier of ['percent%UNDER_', '%', 'r_s'])
      expect((await list({ identifier })).items.map((each) => each.id)).toEqual([id]);
    expect((await list({ identifier: 'nobody@' })).totalSize).toBe(0);
  });

  it('say who a person is, and nothing about how they sign in', async () => {
    await account('hash@example.com');
    const reply = await list({ identifier: 'hash@example.com' });
    expect(Object.keys(reply.items[0] ?? {}).sort()).toEqual(['gmtCreated', 'id', 'identifier', 'traits']);
    const raw = await internalCaller(app).raw({ url: '/internal/api/v1/accounts/admin/identities' });
    expect(raw.body).not.toContain('kept-secret');
    expect(raw.body).not.toContain('assword');
  });

  it('cannot be read by customers', async () => {
    expect(await (await person(app)).refusal(identities.list, { query: {} })).toMatchObject({ code: 404 });
  });
});
