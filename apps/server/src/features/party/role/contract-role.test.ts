import { contracts } from '@usance/api/contract';
import { contractRoles } from '@usance/api/contract-role';
import { dataclouds } from '@usance/api/datacloud';
import { operators } from '@usance/api/operator';
import { type Role, role } from '@usance/api/role';
import { statements } from '@usance/api/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '../../../testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '../../../testing/callers.ts';
import { refusesToEverybody } from '../../../testing/hostile.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lastMessage } from '../verification/codes.fixture.ts';
import { mostGrants } from './contract-role.ts';

// Within an hour.
const mostUnknown = 10;
const mostGranted = 100;
const mostTold = 20;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const at = (id: string, role: Role, user: string) => ({ params: { id, role, user } });
const grant = (caller: Caller, id: string, role: Role, user: string) =>
  caller.call(contractRoles.grant, at(id, role, user));
const revoke = (caller: Caller, id: string, role: Role, user: string) =>
  caller.call(contractRoles.revoke, at(id, role, user));
const people = async (caller: Caller, id: string, role: Role) =>
  (await caller.call(contractRoles.children, { params: { id, role } })).items
    .filter(({ type }) => type === 'user')
    .map(({ name }) => name);

describe('the roles of a contract', () => {
  it('have people and the roles that contain them as members, told to whoever has any role', async () => {
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

  it('say what whoever asks may grant and take back; the last admin nobody', async () => {
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

  it('are those alone that have a member, where one is named', async () => {
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

  it('are told to nobody else', async () => {
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

  it('are listed to who holds them, of all contracts, a page at a time', async () => {
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

describe('granting a role', () => {
  it('lets them do at once what it allows, and tells them by mail', async () => {
    const { id, tags } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    const reads = { params: { id } };
    expect(await someone.refusal(contracts.get, reads)).toMatchObject({ code: 404 });
    await grant(admin, id, 'billing_viewer', someone.identifier.toUpperCase());
    expect((await someone.call(contracts.get, reads)).roles).toEqual(['billing_viewer']);
    const told = await lastMessage(app, someone.identifier);
    expect(told).toContain(`${admin.identifier} has granted you the role billing_viewer on the contract ${id}.`);
    // A contract's name is whatever its maker likes to write into everybody's mailbox.
    expect(told).not.toContain(tags);
  });

  it('speaks Chinese to whoever asks in Chinese', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    const headers = { 'accept-language': 'zh-CN' };
    await admin.call(contractRoles.grant, { ...at(id, 'viewer', someone.accountId), headers });
    expect(await lastMessage(app, someone.identifier)).toContain(
      `${admin.identifier} 已授予您合同 ${id} 的角色 viewer`,
    );
    await admin.call(contractRoles.revoke, { ...at(id, 'viewer', someone.accountId), headers });
    expect(await lastMessage(app, someone.identifier)).toContain(
      `${admin.identifier} 已撤销您在合同 ${id} 的角色 viewer`,
    );
  });

  it('again changes nothing, at once neither, and tells once', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    await Promise.all(Array.from({ length: 5 }, () => grant(admin, id, 'viewer', someone.identifier)));
    const first = await admin.call(contractRoles.children, { params: { id, role: 'viewer' } });
    app.clock.pass({ minutes: 1 });
    await grant(admin, id, 'viewer', someone.accountId);
    expect(await admin.call(contractRoles.children, { params: { id, role: 'viewer' } })).toEqual(first);
    expect(await mailsTo(someone.identifier)).toBe(1);
  });

  it('is for admins, and of the roles of bills for billing admins', async () => {
    const { id } = await contract(app);
    const someone = await person(app);
    const bills = ['billing_admin', 'billing_viewer'];
    for (const held of role.options) {
      const asking = await member(app, id, held);
      for (const each of role.options) {
        if (held === 'admin' || (held === 'billing_admin' && bills.includes(each))) {
          await grant(asking, id, each, someone.accountId);
          await revoke(asking, id, each, someone.accountId);
          continue;
        }
        const expected = { code: 403, reason: 'NO_PERMISSION' };
        expect(await asking.refusal(contractRoles.grant, at(id, each, someone.accountId))).toMatchObject(expected);
        expect(await asking.refusal(contractRoles.revoke, at(id, each, asking.accountId))).toMatchObject(expected);
        // Nobody learns by it who has an account.
        expect(await asking.refusal(contractRoles.grant, at(id, each, 'no@example.com'))).toMatchObject(expected);
      }
    }
  });

  it('is not for strangers, nor for those who are not signed in', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    for (const call of [contractRoles.grant, contractRoles.revoke]) {
      const input = at(id, 'viewer', stranger.identifier);
      expect(await stranger.refusal(call, input)).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
      expect(await anonymousCaller(app).refusal(call, input)).toMatchObject({ code: 401 });
      expect(await internalCaller(app).refusal(call, input)).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
    }
  });

  it('takes an e-mail or an account’s id, and a role that there is', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    for (const [params, field] of [
      [{ id, role: 'viewer', user: 'someone' }, 'user'],
      [{ id, role: 'viewer', user: 'acc-' }, 'user'],
      [{ id, role: 'viewer', user: 'a b@example.com' }, 'user'],
      [{ id, role: 'owner', user: admin.identifier }, 'role'],
    ] as const)
      expect(await admin.refusal(contractRoles.grant, { params })).toMatchObject({
        code: 400,
        reason: 'INVALID_PARAMETER',
        metadata: { field },
      });
  });

  it('again and again fills nobody’s mailbox, whoever does it', async () => {
    const victim = await person(app);
    const mails = async () =>
      (await app.deps.db.selectFrom('message_outbox').select('id').where('recipient', '=', victim.identifier).execute())
        .length;
    const before = await mails();
    for (let admins = 0; admins < 2; admins += 1) {
      const { id } = await contract(app);
      const admin = await member(app, id, 'admin');
      for (let times = 0; times < mostTold; times += 1) {
        await grant(admin, id, 'viewer', victim.identifier);
        await revoke(admin, id, 'viewer', victim.identifier);
      }
    }
    expect((await mails()) - before).toBe(mostTold);
    await app.clock.pass({ hours: 1 });
    const { id } = await contract(app);
    await grant(await member(app, id, 'admin'), id, 'viewer', victim.identifier);
    expect((await mails()) - before).toBe(mostTold + 1);
  });

  it('to nobody is refused, and after a few times whomever one names, until the hour is over', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    const attempt = (user: string) => admin.refusal(contractRoles.grant, at(id, 'viewer', user));
    const asked = await Promise.all(
      Array.from({ length: mostUnknown + 5 }, (_, index) =>
        attempt(index % 2 ? `nobody${index}@example.com` : `acc-aaaaaaaaaaaaaaa${'abcdefghijklmnop'.charAt(index)}`),
      ),
    );
    expect(asked.filter(({ reason }) => reason === 'ACCOUNT_NOT_FOUND')).toHaveLength(mostUnknown);
    expect(asked.filter(({ reason }) => reason === 'TOO_MANY_REQUESTS')).toHaveLength(5);
    expect(await attempt(someone.identifier)).toMatchObject({ code: 429, metadata: { retryAfterSeconds: '3600' } });
    expect(await people(admin, id, 'viewer')).toEqual([]);
    // Others are not held up by it, and revoking goes on.
    const other = await member(app, id, 'admin');
    await grant(other, id, 'viewer', someone.identifier);
    await revoke(admin, id, 'viewer', someone.identifier);
    app.clock.pass({ hours: 1 });
    await grant(admin, id, 'viewer', someone.identifier);
    expect(await attempt('nobody@example.com')).toMatchObject({ reason: 'ACCOUNT_NOT_FOUND' });
  });

  it('and taking it back fills nobody’s mailbox', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    for (let count = 0; count < mostGranted; count += 1) {
      await grant(admin, id, 'viewer', someone.accountId);
      await revoke(admin, id, 'viewer', someone.accountId);
    }
    const input = at(id, 'viewer', someone.accountId);
    expect(await admin.refusal(contractRoles.grant, input)).toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
  });

  it('ends when a contract has as many as can be told at once', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    await app.deps.db
      .insertInto('account')
      .values(
        Array.from({ length: mostGrants - 1 }, (_, index) => ({
          ...{ id: `acc-many${index}`, identifier: `many${index}@example.com`, password_hash: '', traits: '{}' },
          created_at: app.clock.now(),
        })),
      )
      .execute();
    await app.deps.db
      .insertInto('contract_role')
      .values(
        Array.from({ length: mostGrants - 1 }, (_, index) => ({
          ...{ contract_id: id, account_id: `acc-many${index}`, role: 'viewer' as const },
          granted_at: app.clock.now(),
        })),
      )
      .execute();
    const someone = await person(app);
    const input = at(id, 'viewer', someone.accountId);
    expect(await admin.refusal(contractRoles.grant, input)).toMatchObject({ code: 409, reason: 'ROLE_LIMIT' });
    await revoke(admin, id, 'viewer', 'many7@example.com');
    await admin.call(contractRoles.grant, input);
  });
});

describe('revoking a role', () => {
  it('ends at once what it allowed, and tells them by mail', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await member(app, id, 'admin');
    const bills = { params: { id }, query: {} };
    await someone.call(statements.list, bills);
    await revoke(admin, id, 'admin', someone.identifier);
    expect(await someone.refusal(statements.list, bills)).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
    expect((await someone.call(contracts.list, { query: {} })).items).toEqual([]);
    expect((await someone.call(dataclouds.list, { query: {} })).items).toEqual([]);
    expect(await someone.refusal(contractRoles.grant, at(id, 'viewer', someone.accountId))).toMatchObject({
      code: 404,
    });
    const told = await lastMessage(app, someone.identifier);
    expect(told).toContain(`${admin.identifier} has revoked your role admin on the contract ${id}.`);
  });

  it('leaves the other roles that they hold', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await member(app, id, 'viewer');
    await grant(admin, id, 'billing_viewer', someone.accountId);
    await revoke(admin, id, 'viewer', someone.accountId);
    expect((await someone.call(contracts.get, { params: { id } })).roles).toEqual(['billing_viewer']);
  });

  it('that they do not hold looks alike, whether there is an account or not', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const viewer = await member(app, id, 'viewer');
    const refused = (user: string) => admin.refusal(contractRoles.revoke, at(id, 'billing_admin', user));
    const expected = { ...(await refused(viewer.accountId)), requestId: expect.any(String) };
    expect(expected).toMatchObject({ code: 404, reason: 'ROLE_NOT_GRANTED' });
    // Who has a role that contains it is revoked that one.
    for (const user of [admin.identifier, 'nobody@example.com', 'acc-aaaaaaaaaaaaaaaa'])
      expect(await refused(user)).toEqual(expected);
  });

  it('never takes the last admin’s, not even from two at once, or by who acts for one', async () => {
    const { id } = await contract(app);
    const [first, second] = [await member(app, id, 'admin'), await member(app, id, 'admin')];
    const outcomes = await Promise.allSettled([
      revoke(first, id, 'admin', second.accountId),
      revoke(second, id, 'admin', first.accountId),
    ]);
    // Whoever came second was no admin any more.
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const last = outcomes[0]?.status === 'fulfilled' ? first : second;
    const input = at(id, 'admin', last.identifier);
    const expected = { code: 409, reason: 'LAST_ADMIN' };
    expect(await last.refusal(contractRoles.revoke, input)).toMatchObject(expected);
    const own = await Promise.allSettled([
      revoke(last, id, 'admin', last.accountId),
      revoke(last, id, 'admin', last.accountId),
    ]);
    expect(own.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const operator = await person(app);
    await internalCaller(app).call(operators.name, { body: { user: operator.accountId } });
    const assume = {
      params: { id: last.accountId },
      query: { acquire: true },
      headers: { 'sec-fetch-site': 'same-origin' },
    };
    await operator.call(operators.assume, assume);
    expect(await operator.refusal(contractRoles.revoke, input)).toMatchObject(expected);
  });

  it('lets two admins who give their own up at once keep one', async () => {
    const { id } = await contract(app);
    const both = [await member(app, id, 'admin'), await member(app, id, 'admin')];
    const outcomes = await Promise.all(
      both.map((each) =>
        each.raw({ method: 'DELETE', url: `/api/v1/contracts/${id}/roles/admin/member/${each.accountId}` }),
      ),
    );
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });
});

describe('who is made the first admin', () => {
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

async function mailsTo(recipient: string): Promise<number> {
  const rows = await app.deps.db.selectFrom('message_outbox').select('id').where('recipient', '=', recipient).execute();
  return rows.length;
}
