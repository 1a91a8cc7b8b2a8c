import { contractRoles } from '@usance/api/contract/contract-role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { at, grant, people, revoke } from './contract-role.fixture.ts';
import { mostGrants } from './contract-role.ts';

// Limits per hour.
const mostUnknown = 10;
const mostGranted = 100;
const mostTold = 20;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('granting a role', () => {
  it('repeatedly, by any admins, sends a limited number of mails', async () => {
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

  it('to unknown people is refused, and after a few tries all grants are, for an hour', async () => {
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
    // Other admins are not affected, and revoking still works.
    const other = await member(app, id, 'admin');
    await grant(other, id, 'viewer', someone.identifier);
    await revoke(admin, id, 'viewer', someone.identifier);
    app.clock.pass({ hours: 1 });
    await grant(admin, id, 'viewer', someone.identifier);
    expect(await attempt('nobody@example.com')).toMatchObject({ reason: 'ACCOUNT_NOT_FOUND' });
  });

  it('and revoking it sends a limited number of mails', async () => {
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

  it('is refused once a contract has as many as one reply can list', async () => {
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
