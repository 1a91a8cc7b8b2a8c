import type { Call, ContractScope, Family } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '../../context/context.ts';
import { type Subject, signedInSubject } from '../../context/subject.ts';
import { invalidSession, noPermission } from '../../refusal.ts';

/** What the access rule asks the features: who calls, and what of a contract is open to them. */
export interface Gate {
  subjectOf(request: FastifyRequest): Promise<Subject>;
  /**
   * The contract, and what the subject is on it. Without a scope any contract that exists is open, as to internal
   * callers. 404 for a stranger and for an unknown contract alike, 403 for a role that does not allow it.
   */
  enter(subject: Subject, contractId: string, scope: ContractScope | undefined): Promise<Grounds>;
}

/**
 * Passes who may make the call in this family, whichever contract it is about: 401 without proof, 403 without scope. An
 * operator who acts for somebody reads what they may, and writes only what the call allows.
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
  if (!subject.scopes.some((scope) => scope === rule)) throw noPermission('This token may not do that.');
}

/** The role that a customer's call asks for on the contract it names; internal callers need none. */
export function scopeOf(call: Call, family: Family): ContractScope | undefined {
  if (family === 'internal' || call.contract === undefined) return undefined;
  if (call.contract.in === 'query') return call.contract.scope;
  return call.customer === 'anyone' || call.customer === 'signed-in' ? undefined : call.customer;
}

const onlyReads = () =>
  noPermission('You are acting for a customer, so you can only read here. Only they can make this change.', {
    acting: 'true',
  });
