import { notificationKind, notifications } from '@usance/api/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../contract/contract.queries.ts';
import type { Happening } from './happening.ts';
import { inChinese, listed, low, tellingOn, upgrade } from './notification.fixture.ts';
import { mostMailed, notifyPeople } from './notify-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { told, mailsTo } = tellingOn(() => app);

describe('a mail', () => {
  it('names its subject, its page and the preferences, in the language that its reader last used', async () => {
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

  it('contains no text of the contract’s creator, who may grant roles to anyone', async () => {
    const { id } = await contract(app, { tags: 'Confirm your account at evil.example' });
    const victim = await member(app, id, 'billing_viewer');
    await told(id, low('2025-02-01'));
    expect(JSON.stringify(await mailsTo(victim.identifier))).not.toContain('evil.example');
    expect((await listed(victim, id))[0]?.contractName).toContain('evil.example');
  });

  it('is not sent to a person who turned that kind off', async () => {
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
    expect(items.map(({ kind }) => kind)).toEqual(notificationKind.options);
    await told(id, low('2025-02-01'));
    await told(id, upgrade);
    expect(await mailsTo(quiet.identifier)).toMatchObject([{ subject: `A new billing version is available – ${id}` }]);
    expect(await mailsTo(other.identifier)).toHaveLength(2);
    expect(await listed(quiet, id)).toHaveLength(2);
    await quiet.call(notifications.prefer, { body: { items: [{ kind: 'balance_low', mail: true }] } });
    await told(id, low('2025-02-02'));
    expect(await mailsTo(quiet.identifier)).toHaveLength(2);
  });

  it('is sent once to a holder of two roles, and not at all if the transaction fails', async () => {
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
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await listed(reader, id)).toEqual([]);
    await told(id, low('2025-02-01'));
    expect(await mailsTo(reader.identifier)).toHaveLength(1);
  });

  it('mails that a budget has stopped data clouds, whatever many forecasts were mailed before', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'admin');
    const budget = (event: 'expected' | 'stopped', dedupeKey: string): Happening => ({
      kind: 'budget',
      dedupeKey,
      ...{ event, month: '2025-02', spent: '1', expected: '2', amount: '3', currency: 'USD', percent: 50 },
    });
    for (let each = 0; each < mostMailed.happenings + 3; each += 1)
      await told(id, budget('expected', `forecast ${each}`));
    expect(await mailsTo(reader.identifier)).toHaveLength(mostMailed.happenings);
    await told(id, budget('stopped', 'stop'));
    expect(await mailsTo(reader.identifier)).toHaveLength(mostMailed.happenings + 1);
  });

  it('has daily limits on events of a kind and on recipients', async () => {
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

/** Members who may read everything of a contract and never sign in. */
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
