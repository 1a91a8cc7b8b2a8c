import { notifications } from '@usance/api/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '../../../testing/builders.ts';
import type { Caller } from '../../../testing/callers.ts';
import { refusesToEverybody } from '../../../testing/hostile.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { getContract } from '../contract/contract.queries.ts';
import type { Happening } from './happening.ts';
import { mostMailed, notifyPeople } from './notify-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const low = (day: string): Happening => ({
  kind: 'balance_low',
  dedupeKey: day,
  available: '12.5',
  currency: 'USD',
});
const upgrade: Happening = { kind: 'billing_upgrade', dedupeKey: 'v2', version: 'v2' };
const params = (id: string) => ({ params: { id } });

async function told(id: string, happening: Happening): Promise<void> {
  const row = await getContract(app.deps.db, id);
  await app.deps.db.transaction().execute((tx) => notifyPeople({ tx, now: app.clock.now() }, row, happening));
}
const inChinese = { headers: { 'accept-language': 'zh-CN' } };
const listed = async (caller: Caller, id: string, unread?: boolean, asked = {}) => {
  const query = unread === undefined ? {} : { unread };
  return (await caller.call(notifications.list, { ...params(id), query, ...asked })).notifications;
};
const titlesOf = async (...asked: Parameters<typeof listed>) =>
  (await listed(...asked)).map((each) => each.notificationTitle);
const mailsTo = (...identifiers: string[]) =>
  app.deps.db
    .selectFrom('message_outbox')
    .select(['recipient', 'subject', 'body'])
    .where('recipient', 'in', identifiers)
    .orderBy('id')
    .execute();

describe('what a contract has to tell', () => {
  it('is told once, however often it happens to be said, and of each contract by itself', async () => {
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

  it('comes the newest first, no more than 200 of it', async () => {
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

  it('is in the language of its reader', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    await told(id, low('2025-02-01'));
    expect(await titlesOf(reader, id)).toEqual(['Your available balance is low']);
    expect(await titlesOf(reader, id, undefined, inChinese)).toEqual(['可用余额不足']);
  });

  it('is called by what its people call the contract, and by its name on paper where they call it nothing', async () => {
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
  ] as const)('is told to who is %s only as far as they may know: %s', async (role, kinds) => {
    const { id } = await contract(app);
    const reader = await member(app, id, role);
    await told(id, low('2025-02-01'));
    await told(id, upgrade);
    expect((await listed(reader, id)).map((each) => each.notificationType)).toEqual(kinds);
    expect(await mailsTo(reader.identifier)).toHaveLength(kinds.length);
  });

  it('is nothing to strangers', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    const refusals = [
      await stranger.refusal(notifications.list, { ...params(id), query: {} }),
      await stranger.refusal(notifications.read, { ...params(id), body: { ids: ['ntf-aaaaaaaa'] } }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });
});

describe('what was read', () => {
  it('is so for the person who read it, from then on, however often they say so', async () => {
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

  it('is nothing of another contract, nor what they may not read', async () => {
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

describe('a mail', () => {
  it('says what it is of, where to look and where to turn it off, in the language that its reader last read in', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    await told(id, low('2025-02-01'));
    const [english] = await mailsTo(reader.identifier);
    expect(english?.subject).toBe(`Your available balance is low – ${id}`);
    expect(english?.body).toContain(`{console}/billing-center/${id}/income-expense`);
    expect(english?.body).toMatch(/account page: \{console\}\/account$/);
    await reader.call(notifications.prefer, {
      body: { items: [{ kind: 'voucher_ending', mail: true }] },
      ...inChinese,
    });
    await told(id, low('2025-02-02'));
    expect((await mailsTo(reader.identifier))[1]?.subject).toBe(`可用余额不足 – ${id}`);
  });

  it('carries nothing into a mailbox that whoever made the contract has written: they grant roles to whom they like', async () => {
    const { id } = await contract(app, { tags: 'Confirm your account at evil.example' });
    const victim = await member(app, id, 'billing_viewer');
    await told(id, low('2025-02-01'));
    expect(JSON.stringify(await mailsTo(victim.identifier))).not.toContain('evil.example');
    expect((await listed(victim, id))[0]?.contractName).toContain('evil.example');
  });

  it('is not sent to who chose so, of that kind alone', async () => {
    const { id } = await contract(app);
    const [quiet, other] = [await member(app, id, 'admin'), await member(app, id, 'admin')];
    await quiet.call(notifications.prefer, {
      body: {
        items: [
          { kind: 'balance_low', mail: true },
          { kind: 'balance_low', mail: false },
        ],
      },
    });
    const { items } = await quiet.call(notifications.preferences, {});
    expect(items.filter((each) => !each.mail)).toEqual([{ kind: 'balance_low', mail: false }]);
    expect(items).toHaveLength(6);
    await told(id, low('2025-02-01'));
    await told(id, upgrade);
    expect(await mailsTo(quiet.identifier)).toMatchObject([{ subject: `A new billing version is available – ${id}` }]);
    expect(await mailsTo(other.identifier)).toHaveLength(2);
    expect(await listed(quiet, id)).toHaveLength(2);
    await quiet.call(notifications.prefer, { body: { items: [{ kind: 'balance_low', mail: true }] } });
    await told(id, low('2025-02-02'));
    expect(await mailsTo(quiet.identifier)).toHaveLength(2);
  });

  it('is one to who holds two roles, and is not sent where what it tells of does not hold', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    const row = {
      contract_id: id,
      account_id: reader.accountId,
      role: 'billing_viewer',
      granted_at: app.clock.now(),
    } as const;
    await app.deps.db.insertInto('contract_role').values(row).execute();
    const failing = app.deps.db.transaction().execute(async (tx) => {
      await notifyPeople({ tx, now: app.clock.now() }, await getContract(tx, id), low('2025-02-01'));
      throw new Error('it does not hold');
    });
    await expect(failing).rejects.toThrow('hold');
    expect(await listed(reader, id)).toEqual([]);
    await told(id, low('2025-02-01'));
    expect(await mailsTo(reader.identifier)).toHaveLength(1);
  });

  it('is not sent for more than so many happenings of a kind in a day, nor to more than so many people', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    for (let each = 0; each < mostMailed.happenings + 3; each += 1) await told(id, low(`burst ${each}`));
    expect(await mailsTo(reader.identifier)).toHaveLength(mostMailed.happenings);
    await told(id, upgrade);
    expect(await mailsTo(reader.identifier)).toHaveLength(mostMailed.happenings + 1);
    app.clock.pass({ hours: 25 });
    await crowd(id, mostMailed.people + 5);
    await told(id, low('a day later'));
    const sent = await app.deps.db
      .selectFrom('notification')
      .select('mailed')
      .where('contract_id', '=', id)
      .where('dedupe_key', '=', 'a day later')
      .execute();
    expect(sent).toEqual([{ mailed: mostMailed.people }]);
    expect(await mailsTo(reader.identifier)).toHaveLength(mostMailed.happenings + 2);
  });
});

/** People who may read all of a contract, and never sign in. */
async function crowd(id: string, count: number): Promise<void> {
  const accounts = Array.from({ length: count }, (_, each) => ({
    id: `acc-${String(each)
      .padStart(3, '0')
      .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}crowd`,
    identifier: `crowd${each}@example.com`,
    password_hash: '',
    traits: '{}',
    created_at: app.clock.now(),
  }));
  await app.deps.db.insertInto('account').values(accounts).execute();
  const grants = accounts.map((each) => ({
    contract_id: id,
    account_id: each.id,
    role: 'billing_viewer' as const,
    granted_at: app.clock.now(),
  }));
  await app.deps.db.insertInto('contract_role').values(grants).execute();
}

describe('what is asked', () => {
  it.each([
    [{ items: [] }, 'items'],
    [{ items: [{ kind: 'gossip', mail: true }] }, 'items'],
    [{ items: [{ kind: 'balance_low' }] }, 'items'],
  ])('of mails, as %j, is refused when it means nothing', async (body, field) => {
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
