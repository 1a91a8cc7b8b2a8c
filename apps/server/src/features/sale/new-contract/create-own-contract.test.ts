import { createHash } from 'node:crypto';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contracts } from '@usance/api/contract/contract';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { settings } from '@usance/api/people/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { mostOwnADay } from './create-own-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a contract of one’s own', () => {
  it('needs only a name, is active at once, and makes its creator an admin', async () => {
    const ada = await person(app);
    await ada.call(settings.update, { body: { company: 'Acme Ltd' } });
    const made = await ada.call(contracts.create, { body: { tags: 'Trial' } });
    expect(made).toMatchObject({
      tags: 'Trial',
      name: 'Trial',
      state: 'Active',
      buyerType: 'E',
      buyerName: 'Acme Ltd',
      serviceType: 'saas',
      currency: 'USD',
      creator: ada.identifier,
      creatorID: ada.accountId,
      roles: ['admin'],
      permissions: { canAdminister: true, canCreateDatacloud: true },
      commencingOn: app.clock.now().toISOString(),
    });
    expect(await ada.call(contracts.get, { params: { id: made.id } })).toEqual(made);
    const { items } = await ada.call(contracts.list, { query: {} });
    expect(items).toEqual([made]);
  });

  it('keeps the buyer’s details for the KYC form', async () => {
    const ada = await person(app);
    const buyer = {
      contactEmail: 'ada@acme.example',
      contactPerson: 'Ada',
      enterpriseName: 'Acme Ltd',
      enterpriseSocialID: '91310115MA1K4TXT99',
      juridicalPersonName: '李雷',
      juridicalPersonSocialID: '11010519491231002X',
    };
    const now = app.clock.now().toISOString();
    const body = {
      tags: 'Trial',
      name: 'Trial agreement',
      signDate: now,
      contractIDDate: now.slice(0, 10),
      seller: 'Usance',
      bankAccount: '6222 0000',
      creatorID: ada.accountId,
      buyer,
    };
    const made = await ada.call(contracts.create, { body });
    expect(made).toMatchObject({ name: 'Trial agreement', buyerName: 'Acme Ltd' });
    expect(made.signID).toMatch(new RegExp(`^${now.slice(0, 10).replaceAll('-', '')}-\\d{4}$`));
    const trail = await ada.call(auditRecords.list, { params: { id: made.id }, query: { call: 'contract' } });
    const paper = { seller: 'Usance', bank_account: '6222 0000' };
    expect(trail.items[0]?.changes).toContainEqual({
      of: 'contract',
      before: null,
      after: expect.objectContaining(paper),
    });
    expect(await ada.call(kycInfos.get, { params: { id: made.id } })).toMatchObject({
      contactEmail: 'ada@acme.example',
      contactPerson: 'Ada',
      enterpriseName: 'Acme Ltd',
      enterpriseLegalSocialId: '11010519491231002X',
      isComplete: false,
    });
  });

  it('cannot be created for another account', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const body = { tags: 'Trial', creatorID: grace.accountId };
    expect(await ada.refusal(contracts.create, { body })).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
    expect((await grace.call(contracts.list, { query: {} })).totalSize).toBe(0);
  });

  it.each([
    ['tags', { tags: '' }],
    ['tags', {}],
    ['signDate', { tags: 'Trial', signDate: '2025-01-01T00:00:00Z' }],
    ['signDate', { tags: 'Trial', signDate: '2099-01-01T00:00:00Z' }],
    ['contractIDDate', { tags: 'Trial', contractIDDate: '2025-01-01' }],
    ['buyer.enterpriseSocialID', { tags: 'Trial', buyer: { enterpriseSocialID: '9-1' } }],
    ['state', { tags: 'Trial', state: 'Active' }],
    ['buyerType', { tags: 'Trial', buyerType: 'P' }],
  ])('with a wrong %s is refused, and nothing is made', async (field, body) => {
    const ada = await person(app);
    const refusal = await ada.refusal(contracts.create, { body: body as never });
    expect(refusal).toMatchObject({ code: 400, metadata: { field } });
    expect((await ada.call(contracts.list, { query: {} })).totalSize).toBe(0);
  });

  it('that is sent twice under one key is created once', async () => {
    const ada = await person(app);
    const twice = { body: { tags: 'Trial' }, idempotencyKey: 'one-intent' };
    const [first, second] = [await ada.call(contracts.create, twice), await ada.call(contracts.create, twice)];
    expect(second.id).toBe(first.id);
    expect((await ada.call(contracts.list, { query: {} })).totalSize).toBe(1);
  });

  it('stores no hash over a person’s id number with its idempotency key', async () => {
    const ada = await person(app);
    const body = { tags: 'Trial', buyer: { juridicalPersonSocialID: '11010519491231002X' } };
    const keyed = { body, idempotencyKey: 'with-number' };
    await ada.call(contracts.create, keyed);
    const hashOf = (told: object) => createHash('sha256').update(JSON.stringify([undefined, undefined, told]));
    const { request_hash: kept } = await app.deps.db
      .selectFrom('idempotency_key')
      .select('request_hash')
      .where('key', '=', 'with-number')
      .executeTakeFirstOrThrow();
    // The body after parsing, with its defaults.
    const read = { ...body, serviceType: 'saas', currency: 'USD' };
    const orders = [read, { tags: body.tags, serviceType: 'saas', buyer: body.buyer, currency: 'USD' }];
    expect(orders.map((order) => hashOf(order).digest('hex'))).not.toContain(kept);
  });

  it('is limited per account and day, also with concurrent calls', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const madeOf = async (count: number) => {
      const create = () => ada.call(contracts.create, { body: { tags: 'Trial' } });
      const made = await Promise.allSettled(Array.from({ length: count }, create));
      return made.filter(({ status }) => status === 'fulfilled').length;
    };
    // More at once would wait for each other longer than a busy machine lets them.
    for (let left = mostOwnADay - 3; left > 0; left -= 6) await madeOf(Math.min(left, 6));
    expect(await madeOf(6)).toBe(3);
    expect(await ada.refusal(contracts.create, { body: { tags: 'Trial' } })).toMatchObject({
      code: 429,
      reason: 'TOO_MANY_REQUESTS',
      metadata: { retryAfterSeconds: '86400' },
    });
    await grace.call(contracts.create, { body: { tags: 'Trial' } });
    await app.clock.pass({ hours: 24 });
    await ada.call(contracts.create, { body: { tags: 'Trial' } });
  });

  it('needs a session', async () => {
    expect(await anonymousCaller(app).refusal(contracts.create, { body: { tags: 'Trial' } })).toMatchObject({
      code: 401,
    });
  });
});

it('a draft takes no data clouds yet', async () => {
  const ada = await person(app);
  const body = {
    tags: 'Direct',
    buyerType: 'E',
    buyerName: 'Acme',
    currency: 'USD',
    state: 'Draft',
    creatorID: ada.accountId,
  } as const;
  const { id } = await internalCaller(app).call(contracts.createInternal, { body });
  expect(await ada.call(contracts.get, { params: { id } })).toMatchObject({
    state: 'Draft',
    permissions: { canCreateDatacloud: false, canAdminister: true },
  });
});
