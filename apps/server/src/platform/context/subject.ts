import type { InternalScope } from '@usance/api/call';
import { invalidSession } from '../refusal.ts';

/** Who makes a call. */
export type Subject =
  | { kind: 'anonymous' }
  /** By which cookie of the session, and with an operator where one of our own people acts for the account. */
  | { kind: 'account'; accountId: string; sessionId: string; tokenHash: string; operatorId?: string }
  | { kind: 'internal'; tokenId: string; scopes: readonly InternalScope[] };

/** Somebody in a session of an account. */
export type SignedInSubject = Extract<Subject, { kind: 'account' }>;

/** A subject that the access rule let in as signed in; refuses any other. */
export function signedInSubject(subject: Subject): SignedInSubject {
  if (subject.kind !== 'account') throw invalidSession();
  return subject;
}

/** The account of such a subject. */
export function signedInAccount(subject: Subject): string {
  return signedInSubject(subject).accountId;
}
