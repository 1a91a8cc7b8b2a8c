import { role, roles } from '@usance/api/contract/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { grantRole } from './grant-role.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Returns the roles that a caller sees a person hold. */
async function heldBy(user: { accountId: string }, asking: Caller): Promise<string[]> {
  const held: string[] = [];
  for (const each of role.options) {
    const reply = await asking.call(roles.member, { params: { role: each, user: user.accountId } });
    if (reply.isMember) held.push(each);
  }
  return held;
}
const refused = (user: string, asking: Caller) => asking.refusal(roles.member, { params: { role: 'viewer', user } });

describe('the roles', () => {
  it('are listed with the roles that each contains, a page at a time', async () => {
    const someone = await person(app);
    expect(await someone.call(roles.list, { query: {} })).toEqual({
      items: [
        { role: 'admin', contains: ['billing_admin', 'billing_viewer', 'dc_creator', 'viewer'] },
        { role: 'billing_admin', contains: ['billing_viewer'] },
        { role: 'billing_viewer', contains: [] },
        { role: 'dc_creator', contains: ['viewer'] },
        { role: 'viewer', contains: [] },
      ],
      pageNum: 1,
      pageSize: 10,
      totalSize: 5,
    });
    const second = await someone.call(roles.list, { query: { pageNum: 2, pageSize: 2 } });
    expect([second.items.map((each) => each.role), second.totalSize]).toEqual([['billing_viewer', 'dc_creator'], 5]);
    expect((await someone.call(roles.list, { query: { pageNum: 9 } })).items).toEqual([]);
  });

  it('need a session, and are not served internally', async () => {
    expect(await anonymousCaller(app).refusal(roles.list, { query: {} })).toMatchObject({ code: 401 });
    expect(await internalCaller(app).refusal(roles.list, { query: {} })).toMatchObject({ code: 404 });
  });
});

describe('role membership', () => {
  it('includes contained roles', async () => {
    const { id } = await contract(app);
    const all: [(typeof role.options)[number], string[]][] = [
      ['admin', ['admin', 'billing_admin', 'billing_viewer', 'dc_creator', 'viewer']],
      ['billing_admin', ['billing_admin', 'billing_viewer']],
      ['billing_viewer', ['billing_viewer']],
      ['dc_creator', ['dc_creator', 'viewer']],
      ['viewer', ['viewer']],
    ];
    const admin = await member(app, id, 'admin');
    for (const [held, told] of all) {
      const someone = await member(app, id, held);
      expect(await heldBy(someone, someone)).toEqual(told);
      expect(await heldBy(someone, admin)).toEqual(told);
    }
  });

  it('is visible to oneself over all contracts, and without any', async () => {
    const [first, second] = [await contract(app), await contract(app)];
    const someone = await member(app, first.id, 'viewer');
    await app.deps.db
      .transaction()
      .execute((tx) =>
        grantRole(tx, { contractId: second.id, accountId: someone.accountId, role: 'billing_viewer' }, app.clock.now()),
      );
    expect(await heldBy(someone, someone)).toEqual(['billing_viewer', 'viewer']);
    const newcomer = await person(app);
    expect(await heldBy(newcomer, newcomer)).toEqual([]);
  });

  it('is visible to others only for the contracts that they administer', async () => {
    const [mine, other] = [await contract(app), await contract(app)];
    const admin = await member(app, mine.id, 'admin');
    const colleague = await member(app, mine.id, 'viewer');
    await app.deps.db
      .transaction()
      .execute((tx) =>
        grantRole(tx, { contractId: other.id, accountId: colleague.accountId, role: 'admin' }, app.clock.now()),
      );
    expect(await heldBy(colleague, admin)).toEqual(['viewer']);
  });

  it('can be asked by e-mail or id', async () => {
    const { id } = await contract(app);
    const [admin, colleague] = [await member(app, id, 'admin'), await member(app, id, 'viewer')];
    const asked = (user: string) => admin.call(roles.member, { params: { role: 'viewer', user } });
    const told = { role: 'viewer', user: colleague.accountId, isMember: true };
    expect(await asked(colleague.identifier.toUpperCase())).toEqual(told);
    expect(await asked(colleague.accountId)).toEqual(told);
    expect(await asked(admin.identifier)).toEqual({ ...told, user: admin.accountId });
    const stranger = await person(app);
    for (const user of [stranger.identifier, 'unknown@example.com'])
      expect(await refused(user, admin)).toMatchObject({ code: 404, reason: 'ACCOUNT_NOT_FOUND', metadata: {} });
  });

  it('gets the same 404 for an unknown person, a stranger, and a colleague on a contract not administered', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const [stranger, unknown] = [await person(app), 'acc-aaaaaaaaaaaaaaaa'];
    const billing = await member(app, id, 'billing_admin');
    const expected = { code: 404, reason: 'ACCOUNT_NOT_FOUND', metadata: {} };
    const { message } = await refused(unknown, admin);
    for (const [user, asking] of [
      [unknown, admin],
      [stranger.accountId, admin],
      [admin.accountId, billing],
      [admin.accountId, stranger],
    ] as const)
      expect(await refused(user, asking)).toMatchObject({ ...expected, message });
  });

  it('needs an existing role, an account and a session', async () => {
    const someone = await person(app);
    for (const [params, field] of [
      [{ role: 'owner', user: someone.accountId }, 'role'],
      [{ role: 'admin', user: 'someone' }, 'user'],
    ] as const)
      expect(await someone.refusal(roles.member, { params })).toMatchObject({ code: 400, metadata: { field } });
    expect(await refused(someone.accountId, anonymousCaller(app))).toMatchObject({ code: 401 });
    expect(await refused(someone.accountId, internalCaller(app))).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
  });
});
