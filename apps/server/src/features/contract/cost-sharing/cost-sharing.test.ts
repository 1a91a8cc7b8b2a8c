import { auditRecords } from '@usance/api/contract/audit-record';
import { contracts } from '@usance/api/contract/contract';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { role } from '@usance/api/contract/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A contract with its admin, who switches the setting. */
async function administered() {
  const { id } = await contract(app);
  const params = { id };
  const admin = await member(app, id, 'admin');
  return { id, params, admin, set: (shared: boolean) => admin.call(costSharings.update, { params, body: { shared } }) };
}

describe(costSharings.update.id, () => {
  it('is off until an admin switches it on, and any member can see which', async () => {
    const { id, params, set } = await administered();
    const viewer = await member(app, id, 'viewer');
    const shown = () => viewer.call(costSharings.get, { params });
    expect(await shown()).toEqual({ contractId: id, shared: false });
    expect(await set(true)).toEqual({ contractId: id, shared: true });
    expect(await shown()).toEqual({ contractId: id, shared: true });
    expect(await internalCaller(app).call(costSharings.get, { params })).toEqual({ contractId: id, shared: true });
    expect(await set(false)).toEqual({ contractId: id, shared: false });
    expect(await shown()).toEqual({ contractId: id, shared: false });
  });

  it('is refused to every other role and to strangers', async () => {
    const { id, params } = await administered();
    const body = { shared: true };
    for (const held of role.options.filter((each) => each !== 'admin')) {
      const caller = await member(app, id, held);
      expect(await caller.refusal(costSharings.update, { params, body })).toMatchObject({ code: 403 });
    }
    const { admin: elsewhere } = await administered();
    expect(await elsewhere.refusal(costSharings.update, { params, body })).toMatchObject({ code: 404 });
    expect(await (await person(app)).refusal(costSharings.get, { params })).toMatchObject({ code: 404 });
    expect(await internalCaller(app).call(costSharings.get, { params })).toMatchObject({ shared: false });
  });

  it('shows every role of this contract alone that it may read costs, and no bills', async () => {
    const [{ id, params, set }, other] = [await administered(), await administered()];
    for (const held of ['dc_creator', 'viewer'] as const) {
      const caller = await member(app, id, held);
      const may = async () => (await caller.call(contracts.get, { params })).permissions;
      expect(await may()).toMatchObject({ canReadCosts: false, canReadBilling: false });
      await set(true);
      expect(await may()).toMatchObject({ canReadCosts: true, canReadBilling: false, canAdminister: false });
      const { items } = await caller.call(contracts.list, { query: {} });
      expect(items[0]?.permissions).toMatchObject({ canReadCosts: true, canReadBilling: false });
      const theirs = await member(app, other.id, held);
      expect((await theirs.call(contracts.get, { params: other.params })).permissions?.canReadCosts).toBe(false);
      await set(false);
    }
    const reader = await member(app, id, 'billing_viewer');
    expect((await reader.call(contracts.get, { params })).permissions?.canReadCosts).toBe(true);
  });

  it('is in the audit with the admin who switched it', async () => {
    const { params, admin, set } = await administered();
    await set(true);
    const { items } = await admin.call(auditRecords.list, { params, query: { call: 'cost-sharing' } });
    expect(items).toMatchObject([
      {
        actor: { kind: 'account', name: admin.identifier },
        call: 'cost-sharing.update',
        changes: [{ of: 'contract', before: { shares_costs: false }, after: { shares_costs: true } }],
      },
    ]);
  });

  it.each(['yes', 1, null, undefined])('refuses %j', async (shared) => {
    const { params, admin } = await administered();
    const refused = await admin.refusal(costSharings.update, { params, body: { shared } });
    expect(refused).toMatchObject({ code: 400, metadata: { field: 'shared' } });
  });
});
