import { billingVersions } from '@usance/api/contract/billing-version';
import { contracts } from '@usance/api/contract/contract';
import { notifications } from '@usance/api/contract/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { insertContract } from '../../sale/new-contract/insert-contract.ts';
import { placeOf } from '../contract/next-version.queries.ts';
import { announceUpgrades } from './announce-upgrades.ts';

const key = new SealingKey('a secret of this installation');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const on = (id: string) => ({ params: { id } });
const toV2 = { body: { billingVersion: 'v2' } } as const;
/** A contract that is billed by the last version but one. */
async function former(currency: 'USD' | 'CNY' = 'USD', state: 'Active' | 'Draft' = 'Active') {
  const given = { tags: 'Acme', buyerType: 'E', buyerName: 'Acme', serviceType: 'saas', billingVersion: 'v1' } as const;
  const now = app.clock.now();
  const row = await app.deps.db
    .transaction()
    .execute((tx) => insertContract({ tx, now }, { ...given, currency, state, signDate: '2025-01-01T00:00:00Z' }, key));
  return row.id;
}

describe('a billing version', () => {
  it('is the newest for a new contract, which has none to switch to', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    expect(await admin.call(billingVersions.upgradeNotification, on(id))).toEqual({ hasNotification: false });
    expect(await admin.call(contracts.get, on(id))).not.toHaveProperty('nextBillingVersion');
    const { items } = await admin.call(billingVersions.list, { ...on(id), query: {} });
    expect(items).toMatchObject([{ billingVersion: 'v2', effectiveFrom: '2025-01-01T00:00:00.000Z', creator: '' }]);
    expect(await admin.refusal(billingVersions.create, { ...on(id), ...toV2 })).toMatchObject({
      code: 409,
      reason: 'BILLING_VERSION_CONFLICT',
    });
  });

  it.each([
    ['USD', '2026-12-01T00:00:00.000Z'],
    ['CNY', '2026-11-30T16:00:00.000Z'],
  ] as const)(
    'can be switched to by an admin, from the next billing month of a contract in %s',
    async (currency, from) => {
      app.clock.moveTo('2026-11-23T10:00:00Z');
      const id = await former(currency);
      const admin = await member(app, id, 'admin');
      expect(await admin.call(billingVersions.upgradeNotification, on(id))).toEqual({
        hasNotification: true,
        nextBillingVersion: 'v2',
      });
      expect(await admin.call(contracts.get, on(id))).toMatchObject({ nextBillingVersion: 'v2' });
      const { items: before } = await admin.call(contracts.list, { query: {} });
      expect(before).toMatchObject([{ nextBillingVersion: 'v2' }]);
      const gone = await admin.call(billingVersions.create, { ...on(id), ...toV2 });
      expect(gone).toMatchObject({ billingVersion: 'v2', effectiveFrom: from, creator: admin.identifier });
      expect(await admin.call(billingVersions.upgradeNotification, on(id))).toEqual({ hasNotification: false });
      const { items } = await admin.call(billingVersions.list, { ...on(id), query: {} });
      expect(items.map(({ billingVersion }) => billingVersion)).toEqual(['v2', 'v1']);
    },
  );

  it('is switched to once, however often it is asked at once', async () => {
    const id = await former();
    const asked = Array.from({ length: 4 }, () =>
      internalCaller(app).raw({
        method: 'POST',
        url: `/internal/api/v1/contracts/${id}/contract-billing-versions`,
        payload: toV2.body,
      }),
    );
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
  });

  it.each(['billing_admin', 'viewer', 'dc_creator'] as const)('cannot be chosen by a %s', async (role) => {
    const id = await former();
    const someone = await member(app, id, role);
    expect(await someone.refusal(billingVersions.create, { ...on(id), ...toV2 })).toMatchObject({ code: 403 });
    expect(await someone.call(billingVersions.upgradeNotification, on(id))).toMatchObject({ hasNotification: true });
  });

  it('cannot be switched while the contract is not active', async () => {
    const id = await former('USD', 'Draft');
    expect(await internalCaller(app).refusal(billingVersions.create, { ...on(id), ...toV2 })).toMatchObject({
      code: 409,
      reason: 'CONTRACT_STATE_CONFLICT',
    });
  });

  it('is not found by a stranger', async () => {
    const id = await former();
    const stranger = await person(app);
    for (const call of [billingVersions.list, billingVersions.upgradeNotification])
      expect(await stranger.refusal(call, { ...on(id), query: {} } as never)).toMatchObject({ code: 404 });
  });

  it('to switch to is announced once, to those who may decide', async () => {
    const id = await former();
    const admin = await member(app, id, 'admin');
    for (let hours = 0; hours < 2; hours += 1) await announceUpgrades(app.deps, app.clock.now());
    const { notifications: told } = await admin.call(notifications.list, { ...on(id), query: {} });
    expect(told).toMatchObject([{ notificationType: 'billing_upgrade', contractId: id, url: '/contracts' }]);
    expect(told[0]?.notificationText).toMatch(/^An admin of the contract can .* v2/);
  });

  it('is announced to the others if announcing it for one contract fails, and to that one in the next round', async () => {
    const [broken, sound] = [await former(), await former()].sort();
    const toldOf = async (id = '') =>
      (await (await member(app, id, 'admin')).call(notifications.list, { ...on(id), query: {} })).notifications.length;
    await app.ownerScript(`
      create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before insert on notification for each row when (new.contract_id = '${broken}') execute function fails();`);
    await announceUpgrades(app.deps, app.clock.now());
    expect([await toldOf(broken), await toldOf(sound)]).toEqual([0, 1]);
    await app.ownerScript('drop function fails cascade');
    await announceUpgrades(app.deps, app.clock.now());
    expect([await toldOf(broken), await toldOf(sound)]).toEqual([1, 1]);
  });

  it('comes after those that were declared before it, the tenth after the second', async () => {
    const all = Array.from({ length: 10 }, (_, index) => `v${index + 1}`);
    const { rows } = await sql<{ version: string }>`
      select version from unnest(array['v2', 'v10', 'v1', 'v9']) as version order by ${placeOf(sql.ref('version'), all)}`.execute(
      app.deps.db,
    );
    expect(rows.map(({ version }) => version)).toEqual(['v1', 'v2', 'v9', 'v10']);
  });

  it('is listed for all contracts to operators', async () => {
    const id = await former();
    const { items } = await internalCaller(app).call(billingVersions.listAll, {
      query: { contractId: id, billingVersion: 'v1' },
    });
    expect(items).toMatchObject([{ contractId: id, billingVersion: 'v1' }]);
  });
});
