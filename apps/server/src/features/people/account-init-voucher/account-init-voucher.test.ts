import { accountInitVouchers } from '@usance/api/people/account-init-voucher';
import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller, tokenCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const later = () => app.clock.pass({ minutes: 1 });
const terms = { denomination: '200', currency: 'USD', validDays: 30 } as const;
const give = (body: object, headers: Record<string, string> = {}) =>
  internalCaller(app).call(accountInitVouchers.create, { body: { ...terms, ...body }, headers });
const refused = (body: object, by = internalCaller(app)) =>
  by.refusal(accountInitVouchers.create, { body: { ...terms, ...body } });
const list = (query: object) => internalCaller(app).call(accountInitVouchers.list, { query });

describe('an account-init voucher', () => {
  it('is given to an account by its id or its e-mail, and only its owner sees it', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const first = await give({ accountID: ada.accountId });
    expect(first).toMatchObject({
      denomination: '200.00000000',
      denominationFormatted: '$200.00',
      currency: 'USD',
      validDays: 30,
      gmtCreated: app.clock.now().toISOString(),
      accountID: ada.accountId,
      identifier: ada.identifier,
    });
    later();
    const second = await give({ identifier: ada.identifier.toUpperCase(), currency: 'CNY' });
    expect(second).toMatchObject({ accountID: ada.accountId, denominationFormatted: '￥200.00' });
    const own = await ada.call(accountInitVouchers.listOwn, { query: {} });
    expect([own.items.map(({ id }) => id), own.totalSize]).toEqual([[second.id, first.id], 2]);
    expect((await grace.call(accountInitVouchers.listOwn, { query: {} })).items).toEqual([]);
    expect(await anonymousCaller(app).refusal(accountInitVouchers.listOwn, { query: {} })).toMatchObject({ code: 401 });
  });

  it('keeps every decimal place', async () => {
    const { accountId: accountID } = await person(app);
    for (const denomination of ['0.01', '99999999999999.99'])
      expect(await give({ accountID, denomination })).toMatchObject({ denomination: `${denomination}000000` });
  });

  it('is made once, however often it is sent with one key', async () => {
    const { accountId: accountID } = await person(app);
    const made = await Promise.all([1, 2].map(() => give({ accountID }, { 'idempotency-key': 'welcome' })));
    expect(made[0]?.id).toBe(made[1]?.id);
    expect((await list({ accountID })).totalSize).toBe(1);
  });

  it('is refused once the account has made a contract', async () => {
    const { accountId } = await person(app);
    const { id: contractId } = await contract(app, { creatorID: accountId });
    expect(await refused({ accountID: accountId })).toMatchObject({
      code: 409,
      reason: 'ACCOUNT_HAS_CONTRACT',
      metadata: { contractId },
    });
  });

  it('races a contract’s creation: it is created first, or is refused', async () => {
    for (let times = 0; times < 4; times += 1) {
      const { accountId: accountID } = await person(app);
      const [given, made] = await Promise.allSettled([give({ accountID }), contract(app, { creatorID: accountID })]);
      expect(made.status).toBe('fulfilled');
      expect((await list({ accountID })).totalSize).toBe(given.status === 'fulfilled' ? 1 : 0);
    }
  });

  it('is refused for an unknown account, an account named twice, or invalid terms', async () => {
    const { accountId: accountID, identifier } = await person(app);
    for (const nobody of [{ accountID: 'acc-aaaaaaaaaaaaaaaa' }, { identifier: 'nobody@example.com' }])
      expect(await refused(nobody)).toMatchObject({ code: 404, reason: 'ACCOUNT_NOT_FOUND' });
    const bad: [object, string][] = [
      [{ accountID: undefined }, 'accountID'],
      [{ identifier }, 'identifier'],
      [{ denomination: '0' }, 'denomination'],
      [{ denomination: '-1' }, 'denomination'],
      [{ denomination: '1e3' }, 'denomination'],
      [{ denomination: '9.996' }, 'denomination'],
      [{ denomination: 200 }, 'denomination'],
      [{ currency: 'EUR' }, 'currency'],
      [{ validDays: 0 }, 'validDays'],
      [{ validDays: 1.5 }, 'validDays'],
      [{ validDays: 3_651 }, 'validDays'],
      [{ validDays: '30' }, 'validDays'],
      [{ start: '2026-10-01T00:00:00Z' }, 'start'],
    ];
    for (const [more, field] of bad)
      expect(await refused({ accountID, ...more })).toMatchObject({ code: 400, metadata: { field } });
    expect((await list({ accountID })).totalSize).toBe(0);
  });

  it('is given only by a token that may move money', async () => {
    const { accountId: accountID } = await person(app);
    const { token } = await internalCaller(app).call(tokens.create, { body: { name: 'reader', scopes: ['read'] } });
    expect(await refused({ accountID }, tokenCaller(app, token))).toMatchObject({ code: 403 });
    expect((await tokenCaller(app, token).call(accountInitVouchers.list, { query: { accountID } })).totalSize).toBe(0);
  });
});

describe('the list of all', () => {
  it('is by account or a part of its e-mail, the newest first, a page at a time', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    later();
    const first = await give({ accountID: ada.accountId });
    later();
    const second = await give({ accountID: ada.accountId });
    later();
    const third = await give({ accountID: grace.accountId });
    expect((await list({})).items.slice(0, 3)).toEqual([third, second, first]);
    expect(await list({ accountID: ada.accountId, pageSize: 1, pageNum: 2 })).toMatchObject({
      items: [first],
      totalSize: 2,
    });
    expect((await list({ identifier: grace.identifier.toUpperCase() })).items).toEqual([third]);
  });
});

const hostile: readonly Hostile[] = [
  [
    'changes what a voucher is worth',
    "update account_init_voucher set denomination = denomination + 1 where id = '$ID'",
  ],
  ['gives a voucher to another', "update account_init_voucher set account_id = '$OTHER' where id = '$ID'"],
  ['takes a voucher away', "delete from account_init_voucher where id = '$ID'"],
  ['takes all of them away', 'truncate account_init_voucher'],
];
const names = { ID: '', OTHER: '' };
beforeAll(async () => {
  names.OTHER = (await person(app)).accountId;
  names.ID = (await give({ accountID: (await person(app)).accountId })).id;
});
refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names,
  everything: () => app.deps.db.selectFrom('account_init_voucher').selectAll().orderBy('id').execute(),
}));
