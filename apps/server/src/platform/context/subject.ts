import type { InternalScope } from '@usance/api/call';
import { invalidSession } from '../refusal.ts';

/** The caller of a call. */
export type Subject =
  | { kind: 'anonymous' }
  /** Names the session's cookie by its hash, and the operator if one of our staff acts for the account. */
  | { kind: 'account'; accountId: string; sessionId: string; tokenHash: string; operatorId?: string }
  | { kind: 'internal'; tokenId: string; scopes: readonly InternalScope[] };

/** The user of a session. */
export type SignedInSubject = Extract<Subject, { kind: 'account' }>;

/** Returns the subject as a signed-in one; throws a 401 for any other. */
export function signedInSubject(subject: Subject): SignedInSubject {
  if (subject.kind !== 'account') throw invalidSession();
  return subject;
}

/** Returns the account of a signed-in subject; throws a 401 for any other. */
export function signedInAccount(subject: Subject): string {
  return signedInSubject(subject).accountId;
}
