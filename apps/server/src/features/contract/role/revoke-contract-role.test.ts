import { statements } from '@usance/api/billing/statement';
import { contracts } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastMessage } from '../../people/verification/codes.fixture.ts';
import { at, grant, revoke } from './contract-role.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('revoking a role', () => {
  it('takes effect at once, and mails the holder', async () => {
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

  it('leaves the holder’s other roles', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const someone = await member(app, id, 'viewer');
    await grant(admin, id, 'billing_viewer', someone.accountId);
    await revoke(admin, id, 'viewer', someone.accountId);
    expect((await someone.call(contracts.get, { params: { id } })).roles).toEqual(['billing_viewer']);
  });

  it('that is not held gets the same refusal with or without an account', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const viewer = await member(app, id, 'viewer');
    const refused = (user: string) => admin.refusal(contractRoles.revoke, at(id, 'billing_admin', user));
    const expected = { ...(await refused(viewer.accountId)), requestId: expect.any(String) };
    expect(expected).toMatchObject({ code: 404, reason: 'ROLE_NOT_GRANTED' });
    // The admin holds the role only through another one, so there is nothing to revoke.
    for (const user of [admin.identifier, 'nobody@example.com', 'acc-aaaaaaaaaaaaaaaa'])
      expect(await refused(user)).toEqual(expected);
  });

  it('never removes the last admin, not even concurrently', async () => {
    const { id } = await contract(app);
    const [first, second] = [await member(app, id, 'admin'), await member(app, id, 'admin')];
    const outcomes = await Promise.allSettled([
      revoke(first, id, 'admin', second.accountId),
      revoke(second, id, 'admin', first.accountId),
    ]);
    // The second caller was no longer an admin.
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
  });

  it('keeps one of two admins who resign at once', async () => {
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
