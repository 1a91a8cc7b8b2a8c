import type { CallBody } from '@usance/api/call';
import { type Contract, contracts } from '@usance/api/contract/contract';
import type { Role } from '@usance/api/contract/role';
import { grantRole } from '../features/contract/role/grant-role.ts';
import { createAccount } from '../features/people/account/create-account.ts';
import { hashPassword } from '../features/people/account/password.ts';
import { type Caller, internalCaller, signedInCaller } from './callers.ts';
import type { TestApp } from './test-app.ts';

/** The password of every test account. */
export const rightPassword = 'Correct-horse-7';
let count = 0;

/** A signed-in account. */
export async function person(app: TestApp): Promise<Caller & { accountId: string; identifier: string }> {
  count += 1;
  const identifier = `person${count}@example.com`;
  const passwordHash = await hashPassword(rightPassword);
  const accountId = await app.deps.db
    .transaction()
    .execute((tx) => createAccount(tx, { identifier, passwordHash, traits: {} }, app.clock.now()));
  return { ...(await signedInCaller(app, identifier, rightPassword)), accountId, identifier };
}

/** An active contract. A test overrides the fields that matter to it. */
export function contract(
  app: TestApp,
  given: Partial<CallBody<typeof contracts.createInternal>> = {},
): Promise<Contract> {
  return internalCaller(app).call(contracts.createInternal, {
    body: {
      tags: 'Acme',
      buyerType: 'E',
      buyerName: 'Acme Ltd',
      currency: 'USD',
      signDate: '2025-01-01T00:00:00Z',
      ...given,
    },
  });
}

/** A signed-in account with a role on a contract. */
export async function member(app: TestApp, contractId: string, role: Role) {
  const someone = await person(app);
  await app.deps.db
    .transaction()
    .execute((tx) => grantRole(tx, { contractId, accountId: someone.accountId, role }, app.clock.now()));
  return someone;
}
