import { Agent } from 'node:http';
import { accounts } from '@usance/api/people/account';
import { requestOf } from '@usance/api/request';
import { grantRole } from '../../apps/server/src/features/contract/role/grant-role.ts';
import { createAccount } from '../../apps/server/src/features/people/account/create-account.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres/open-postgres.ts';
import type { Client } from './clients.ts';

const password = 'Usance-demo-1';

/** Signs in each of the people, from an address of its own. */
export async function signInAll(origin: string, identifiers: readonly string[]): Promise<Client[]> {
  const clients: Client[] = [];
  for (const [at, identifier] of identifiers.entries())
    clients.push(await signIn(origin, identifier, `198.18.${Math.floor(at / 250)}.${(at % 250) + 1}`));
  return clients;
}

/** Makes `count` people who read the bills of the demonstration's admin. */
export async function makeReaders(databaseUrl: string, count: number): Promise<string[]> {
  const { db, close } = await openPostgres(databaseUrl);
  const { id: adminId, password_hash: passwordHash } = await db
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('identifier', '=', 'admin@demo.usance.dev')
    .executeTakeFirstOrThrow();
  const roles = await db.selectFrom('contract_role').selectAll().where('account_id', '=', adminId).execute();
  const identifiers = Array.from({ length: count }, (_, at) => `reader${at}@example.com`);
  for (const identifier of identifiers)
    await db.transaction().execute(async (tx) => {
      const accountId = await createAccount(tx, { identifier, passwordHash, traits: {} }, new Date());
      for (const { contract_id: contractId } of roles)
        await grantRole(tx, { contractId, accountId, role: 'billing_viewer' }, new Date());
    });
  await close();
  return identifiers;
}

async function signIn(origin: string, identifier: string, address: string): Promise<Client> {
  const { url, ...login } = requestOf(accounts.login, { body: { identifier, password } });
  const from = { 'x-forwarded-for': address };
  const reply = await fetch(origin + url, { ...login, headers: { ...login.headers, ...from } });
  const cookie = reply.headers.getSetCookie().find((each) => each.startsWith('__Host-sid='));
  if (cookie === undefined) throw new Error(`Sign-in was answered ${reply.status}: ${await reply.text()}`);
  const [session = ''] = cookie.split(';');
  return { agent: new Agent({ keepAlive: true, maxSockets: 1 }), headers: { ...from, cookie: session } };
}
