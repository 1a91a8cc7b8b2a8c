import { rolesAllow } from '@usance/api/contract/role';
import type { Asked, OnContract } from '#platform/context/context.ts';

/** The reader of a statement; `mayConfirm` is true for a role that allows it, and for the back office. */
export interface Reader {
  readonly mayConfirm: boolean;
  readonly isInternal: boolean;
}

/** The parts of a call that identify the reader and the time. */
export type AskedBy = Pick<OnContract<Asked>, 'subject' | 'roles' | 'now'>;

const backOffice: Reader = { mayConfirm: true, isInternal: true };

/** Returns the reader for the caller. */
export function readerOf({ subject, roles }: Pick<AskedBy, 'subject' | 'roles'>): Reader {
  if (subject.kind === 'internal') return backOffice;
  return { mayConfirm: rolesAllow(roles, 'billing.manage'), isInternal: false };
}
