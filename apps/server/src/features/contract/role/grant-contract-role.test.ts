import { contracts } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { role } from '@usance/api/contract/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastMessage } from '../../people/verification/codes.fixture.ts';
import { at, grant, revoke } from './contract-role.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('granting a role', () => {
  it('takes effect at once, and mails the holder', async () => {
    const { id, tags } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await person(app);
    const reads = { params: { id } };
    expect(await someone.refusal(contracts.get, reads)).toMatchObject({ code: 404 });
    await grant(admin, id, 'billing_viewer', someone.identifier.toUpperCase());
    expect((await someone.call(contracts.get, reads)).roles).toEqual(['billing_viewer']);
    const told = await lastMessage(app, someone.identifier);
    expect(told).toContain(`${admin.identifier} has granted you the role billing_viewer on the contract ${id}.`);
    // The contract's name is free text of its creator, which must not reach a mailbox.
    expect(told).not.toContain(tags);
  });

  it('is mailed in Chinese if the caller asks in Chinese', async () => {
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

  it('repeatedly or concurrently takes effect once, with one mail', async () => {
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

  it('is allowed to admins, and for billing roles to billing admins', async () => {
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
        // The reply must not reveal which accounts exist.
        expect(await asking.refusal(contractRoles.grant, at(id, each, 'no@example.com'))).toMatchObject(expected);
      }
    }
  });

  it('is refused to strangers and without a session', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    for (const call of [contractRoles.grant, contractRoles.revoke]) {
      const input = at(id, 'viewer', stranger.identifier);
      expect(await stranger.refusal(call, input)).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
      expect(await anonymousCaller(app).refusal(call, input)).toMatchObject({ code: 401 });
      expect(await internalCaller(app).refusal(call, input)).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
    }
  });

  it('needs an e-mail or an account id, and an existing role', async () => {
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
});

async function mailsTo(recipient: string): Promise<number> {
  const rows = await app.deps.db.selectFrom('message_outbox').select('id').where('recipient', '=', recipient).execute();
  return rows.length;
}
