import { notifications } from '@usance/api/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../contract/contract.queries.ts';
import { inChinese, listed, low, params, tellingOn, upgrade } from './notification.fixture.ts';
import { notifyPeople } from './notify-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { told, mailsTo } = tellingOn(() => app);
const titlesOf = async (...asked: Parameters<typeof listed>) =>
  (await listed(...asked)).map((each) => each.notificationTitle);

describe('a notification', () => {
  it('is listed once, however often it is sent, and separately for each contract', async () => {
    const [one, other] = [await contract(app), await contract(app)];
    const reader = await member(app, one.id, 'billing_viewer');
    await Promise.all([told(one.id, low('2025-02-01')), told(one.id, low('2025-02-01'))]);
    await told(one.id, low('2025-02-01'));
    await told(other.id, low('2025-02-01'));
    const [only, ...rest] = await listed(reader, one.id);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      notificationType: 'balance_low',
      level: 'warning',
      notificationTitle: 'Your available balance is low',
      contractId: one.id,
      contractName: 'Acme',
      url: `/billing-center/${one.id}/income-expense`,
      createdAt: app.clock.now().toISOString(),
      isRead: false,
    });
    expect(only?.notificationText).toContain('$12.50');
    expect(await mailsTo(reader.identifier)).toHaveLength(1);
  });

  it('lists the newest first, up to 200', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'billing_viewer');
    const row = await getContract(app.deps.db, id);
    await app.deps.db.transaction().execute(async (tx) => {
      for (let each = 0; each < 205; each += 1)
        await notifyPeople({ tx, now: app.clock.now() }, row, {
          kind: 'private_offer',
          dedupeKey: `${each}`,
          offer: `${each}`,
        });
    });
    const texts = (await listed(reader, id)).map((each) => /“(\d+)”/.exec(each.notificationText)?.[1]);
    expect(texts).toEqual(Array.from({ length: 200 }, (_, each) => String(204 - each)));
  });

  it('is in its reader’s language', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    await told(id, low('2025-02-01'));
    expect(await titlesOf(reader, id)).toEqual(['Your available balance is low']);
    expect(await titlesOf(reader, id, undefined, inChinese)).toEqual(['可用余额不足']);
  });

  it('names the contract by its tag, or by its legal name without one', async () => {
    const { id } = await contract(app, { tags: 'Ours' });
    const reader = await member(app, id, 'admin');
    await told(id, low('2025-02-01'));
    expect(await listed(reader, id)).toMatchObject([{ contractName: 'Ours' }]);
    await app.deps.db.updateTable('contract').set({ tags: '', name: 'On paper' }).where('id', '=', id).execute();
    expect(await listed(reader, id)).toMatchObject([{ contractName: 'On paper' }]);
  });

  it.each([
    ['admin', ['billing_upgrade', 'balance_low']],
    ['billing_admin', ['billing_upgrade', 'balance_low']],
    ['billing_viewer', ['balance_low']],
    ['dc_creator', []],
    ['viewer', []],
  ] as const)('shows a %s only the kinds that they may read: %s', async (role, kinds) => {
    const { id } = await contract(app);
    const reader = await member(app, id, role);
    await told(id, low('2025-02-01'));
    await told(id, upgrade);
    expect((await listed(reader, id)).map((each) => each.notificationType)).toEqual(kinds);
    expect(await mailsTo(reader.identifier)).toHaveLength(kinds.length);
  });

  it('is not visible to strangers', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    const refusals = [
      await stranger.refusal(notifications.list, { ...params(id), query: {} }),
      await stranger.refusal(notifications.read, { ...params(id), body: { ids: ['ntf-aaaaaaaa'] } }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });
});

describe('a read notification', () => {
  it('stays read, for that person only', async () => {
    const { id } = await contract(app);
    const [reader, colleague] = [await member(app, id, 'admin'), await member(app, id, 'billing_viewer')];
    await told(id, low('2025-02-01'));
    await told(id, upgrade);
    const ids = (await listed(reader, id)).slice(0, 1).map((each) => each.id);
    const read = () => reader.call(notifications.read, { ...params(id), body: { ids } });
    await Promise.all([read(), read()]);
    await read();
    expect((await listed(reader, id)).map((each) => each.isRead)).toEqual([true, false]);
    expect(await titlesOf(reader, id, true)).toEqual(['Your available balance is low']);
    expect(await titlesOf(reader, id, false)).toEqual(['A new billing version is available']);
    expect(await listed(colleague, id, true)).toHaveLength(1);
  });

  it('cannot be one of another contract, or one that the caller may not read', async () => {
    const [one, other] = [await contract(app), await contract(app)];
    const admin = await member(app, one.id, 'admin');
    const viewer = await member(app, other.id, 'viewer');
    const billing = await member(app, one.id, 'billing_viewer');
    await told(one.id, upgrade);
    const [notification] = await listed(admin, one.id);
    const body = { ids: [notification?.id ?? ''] };
    await viewer.call(notifications.read, { ...params(other.id), body });
    await billing.call(notifications.read, { ...params(one.id), body });
    expect(
      await app.deps.db
        .selectFrom('notification_read')
        .selectAll()
        .where('contract_id', 'in', [one.id, other.id])
        .execute(),
    ).toEqual([]);
  });
});

describe('a request', () => {
  it.each([
    [{ items: [] }, 'items'],
    [{ items: [{ kind: 'gossip', mail: true }] }, 'items'],
    [{ items: [{ kind: 'balance_low' }] }, 'items'],
  ])('about mails is refused with the invalid body %j', async (body, field) => {
    const someone = await person(app);
    const refusal = await someone.refusal(notifications.prefer, { body });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: expect.stringContaining(field) } });
  });
});

const names: Record<string, string> = {};
beforeAll(async () => {
  const { id } = await contract(app);
  const reader = await member(app, id, 'admin');
  await told(id, low('kept'));
  const [kept] = await listed(reader, id);
  await reader.call(notifications.read, { ...params(id), body: { ids: [kept?.id ?? ''] } });
  Object.assign(names, { CONTRACT: id, ACCOUNT: reader.accountId });
});
refusesToEverybody(
  [
    ['changes what was told', `update notification set arguments = '{}' where contract_id = '$CONTRACT'`],
    ['takes it back', `delete from notification where contract_id = '$CONTRACT'`],
    ['empties it', 'truncate notification cascade'],
    ['has it unread again', `delete from notification_read where contract_id = '$CONTRACT'`],
    [
      'tells the same twice',
      `insert into notification (contract_id, id, kind, arguments, dedupe_key, mailed, created_at) select contract_id, 'ntf-other', kind, arguments, dedupe_key, 0, created_at from notification where contract_id = '$CONTRACT'`,
    ],
    [
      'reads what another contract told',
      `insert into notification_read (contract_id, account_id, no, read_at) values ('$CONTRACT', '$ACCOUNT', 999999, now())`,
    ],
  ],
  () => ({
    db: app.deps.db,
    script: (text) => app.ownerScript(text),
    names,
    everything: () => app.deps.db.selectFrom('notification').selectAll().orderBy('no').execute(),
  }),
);
