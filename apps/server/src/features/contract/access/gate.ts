import type { ContractScope } from '@usance/api/call';
import { type Role, roleFor, rolesInclude } from '@usance/api/contract/role';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '#platform/context/context.ts';
import type { Subject } from '#platform/context/subject.ts';
import type { Gate } from '#platform/http/calls/admission/access.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { lacksRole, notFound } from '#platform/refusal.ts';
import { findContractWithRoles, type LockedContract } from '../contract/contract.queries.ts';
import { type ContractRow, widenedBy } from '../contract/contract.ts';

declare module '#platform/context/context.ts' {
  interface Grounds {
    /** The contract when the call came in. A write locks it and reads it again. */
    contract: ContractRow;
    /** The caller's roles on the contract; empty for internal callers. */
    roles: readonly Role[];
  }
  interface LockedGrounds extends Omit<Grounds, 'contract'> {
    /** The contract, locked until the transaction ends. */
    contract: LockedContract;
  }
}

/** Admits the subject of a request, and to a contract any internal caller or holder of a role that allows the scope. */
export function openGate(db: DbOrTx, subjectOf: (request: FastifyRequest) => Promise<Subject>): Gate {
  return { subjectOf, enter: (subject, contractId, scope) => enter(db, subject, contractId, scope) };
}

async function enter(
  db: DbOrTx,
  subject: Subject,
  contractId: string,
  scope: ContractScope | undefined,
): Promise<Grounds> {
  const found = await findContractWithRoles(db, contractId, subject.kind === 'account' ? subject.accountId : undefined);
  if (!found) throw notFound('CONTRACT_NOT_FOUND');
  const { contract, roles } = found;
  if (subject.kind === 'account') {
    if (roles.length === 0) throw notFound('CONTRACT_NOT_FOUND');
    const needed = scope && roleFor(scope, widenedBy(contract));
    if (needed && !rolesInclude(roles, needed)) throw lacksRole(needed);
  }
  return found;
}
