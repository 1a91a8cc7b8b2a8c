import { contracts } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { type Role, role } from '@usance/api/contract/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { grant, people } from './contract-role.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the roles of a contract', () => {
  it('list people and containing roles as members, to holders of any role', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const viewer = await member(app, id, 'viewer');
    for (const caller of [admin, viewer]) {
      const { items } = await caller.call(contractRoles.list, { params: { id }, query: {} });
      expect(items.map(({ name, type, children }) => [name, type, children.map((each) => each.name)])).toEqual([
        ['admin', 'role', [admin.identifier]],
        ['billing_admin', 'role', ['admin']],
        ['billing_viewer', 'role', ['admin', 'billing_admin']],
        ['dc_creator', 'role', ['admin']],
        ['viewer', 'role', ['admin', 'dc_creator', viewer.identifier]],
      ]);
      const { items: parents } = await caller.call(contractRoles.parents, { params: { id, role: 'dc_creator' } });
      expect(parents).toEqual(items.filter(({ name }) => name === 'viewer'));
      const { items: children } = await caller.call(contractRoles.children, { params: { id, role: 'viewer' } });
      expect(children).toEqual(items.at(-1)?.children);
    }
    const { items } = await viewer.call(contractRoles.children, { params: { id, role: 'viewer' } });
    expect(items.at(-1)).toEqual({
      id: viewer.accountId,
      name: viewer.identifier,
      type: 'user',
      gmtCreated: app.clock.now().toISOString(),
      isRevocable: false,
    });
    expect(await admin.call(contractRoles.parents, { params: { id, role: 'viewer' } })).toEqual({ items: [] });
  });

  it('say what the caller may grant and revoke; the last admin cannot be revoked', async () => {
    const { id } = await contract(app);
    const callers = new Map<Role, Caller>();
    for (const each of role.options) callers.set(each, await member(app, id, each));
    const told = async (asking: Role) => {
      const { items } = (await callers.get(asking)?.call(contractRoles.list, { params: { id }, query: {} })) ?? {};
      const revocable = items?.filter(({ children }) => children.some(({ isRevocable }) => isRevocable));
      return [
        items?.filter(({ isGrantable }) => isGrantable).map(({ name }) => name),
        revocable?.map(({ name }) => name),
      ];
    };
    expect(await told('admin')).toEqual([role.options, role.options.filter((each) => each !== 'admin')]);
    const bills = ['billing_admin', 'billing_viewer'];
    expect(await told('billing_admin')).toEqual([bills, bills]);
    for (const each of ['billing_viewer', 'dc_creator', 'viewer'] as const) expect(await told(each)).toEqual([[], []]);
    await member(app, id, 'admin');
    expect(await told('admin')).toEqual([role.options, role.options]);
  });

  it('can be filtered by a member', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    const having = async (child: string) =>
      (await viewer.call(contractRoles.list, { params: { id }, query: { child } })).items.map(({ name }) => name);
    expect(await having('dc_creator')).toEqual(['viewer']);
    expect(await having('admin')).toEqual(['billing_admin', 'billing_viewer', 'dc_creator', 'viewer']);
    expect(await having(viewer.accountId)).toEqual(['viewer']);
    expect(await having(viewer.identifier.toUpperCase())).toEqual(['viewer']);
    expect(await having('nobody@example.com')).toEqual([]);
  });

  it('are not visible to others', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    const viewerAt = { id, role: 'viewer' as const };
    for (const [call, input] of [
      [contractRoles.list, { params: { id }, query: {} }],
      [contractRoles.children, { params: viewerAt }],
      [contractRoles.parents, { params: viewerAt }],
    ] as const) {
      expect(await stranger.refusal(call, input)).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
      expect(await anonymousCaller(app).refusal(call, input)).toMatchObject({ code: 401 });
      expect(await internalCaller(app).refusal(call, input)).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
    }
  });

  it('are listed to their holder over all contracts, a page at a time', async () => {
    const [first, second] = [await contract(app, { tags: 'One' }), await contract(app, { tags: 'Two' })];
    const someone = await member(app, first.id, 'viewer');
    const admin = await member(app, second.id, 'admin');
    await member(app, first.id, 'admin');
    await grant(admin, second.id, 'billing_viewer', someone.accountId);
    await grant(admin, second.id, 'viewer', someone.accountId);
    const all = await someone.call(contractRoles.listOwn, { query: {} });
    const gmtCreated = app.clock.now().toISOString();
    expect(all).toEqual({
      items: [
        { contractId: first.id, contractTags: 'One', name: 'viewer', gmtCreated },
        { contractId: second.id, contractTags: 'Two', name: 'billing_viewer', gmtCreated },
        { contractId: second.id, contractTags: 'Two', name: 'viewer', gmtCreated },
      ].sort((left, right) => (left.contractId < right.contractId ? -1 : left.contractId > right.contractId ? 1 : 0)),
      pageNum: 1,
      pageSize: 10,
      totalSize: 3,
    });
    const viewing = await someone.call(contractRoles.listOwn, { query: { role: 'viewer', pageSize: 1, pageNum: 2 } });
    expect([viewing.items, viewing.totalSize]).toEqual([[all.items.filter(({ name }) => name === 'viewer')[1]], 2]);
  });
});

describe('the first admin', () => {
  it('is the creator', async () => {
    const creator = await person(app);
    const { id } = await creator.call(contracts.create, { body: { tags: 'Mine' } });
    expect(await people(creator, id, 'admin')).toEqual([creator.identifier]);
  });
});

let kept: { id: string; accountId: string };
beforeAll(async () => {
  const { id } = await contract(app);
  const { accountId } = await member(app, id, 'admin');
  await member(app, id, 'viewer');
  kept = { id, accountId };
});
refusesToEverybody(
  [
    ['takes the last admin’s role', "delete from contract_role where contract_id = '$C' and role = 'admin'"],
    ['takes all roles of a contract', "delete from contract_role where contract_id = '$C'"],
    ['makes a viewer an admin', "update contract_role set role = 'admin' where contract_id = '$C'"],
    ['has it be granted earlier', "update contract_role set granted_at = '2020-01-01' where contract_id = '$C'"],
  ],
  () => ({
    db: app.deps.db,
    script: (text) => app.ownerScript(text),
    names: { C: kept.id, A: kept.accountId },
    everything: () => app.deps.db.selectFrom('contract_role').selectAll().where('contract_id', '=', kept.id).execute(),
  }),
);
