import type { Call, ContractScope, Family } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '../../../context/context.ts';
import { type Subject, signedInSubject } from '../../../context/subject.ts';
import { invalidSession, noPermission } from '../../../refusal.ts';

/** The questions that the access rule asks the features: who calls, and what they may do on a contract. */
export interface Gate {
  subjectOf(request: FastifyRequest): Promise<Subject>;
  /**
   * Returns the contract and the subject's standing on it. Without a scope, any existing contract is open, as for
   * internal callers. Throws 404 for strangers and unknown contracts alike, and 403 for a role without the scope.
   */
  enter(subject: Subject, contractId: string, scope: ContractScope | undefined): Promise<Grounds>;
}

/**
 * Passes callers who may make the call in this family on some contract: 401 without proof, 403 without scope. An
 * operator who acts for a customer reads what the customer may, and writes only where the call allows it.
 */
export function assertCaller(call: Call, family: Family, subject: Subject): void {
  const rule = call[family];
  if (rule === 'anyone') return;
  if (family === 'customer') {
    const { operatorId } = signedInSubject(subject);
    const isTheirs = call.method !== 'GET' && !call.assumed;
    if (isTheirs && operatorId !== undefined) throw onlyReads();
    return;
  }
  if (subject.kind !== 'internal') throw invalidSession();
  if (!subject.scopes.some((scope) => scope === rule))
    throw noPermission('This token does not have the required scope.');
}

/** The scope that a customer needs on the named contract; internal callers need none. */
export function scopeOf(call: Call, family: Family): ContractScope | undefined {
  if (family === 'internal' || call.contract === undefined) return undefined;
  if (call.contract.in === 'query') return call.contract.scope;
  return call.customer === 'anyone' || call.customer === 'signed-in' ? undefined : call.customer;
}

const onlyReads = () =>
  noPermission('You are acting for a customer, so you can only read here. Only they can make this change.', {
    acting: 'true',
  });
