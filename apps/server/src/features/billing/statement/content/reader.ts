import { rolesAllow } from '@usance/api/role';
import type { Asked, OnContract } from '#platform/context/context.ts';

/** Who reads a statement; `mayConfirm` is a role's word, or that of the back office. */
export interface Reader {
  readonly mayConfirm: boolean;
  readonly isInternal: boolean;
}

/** What tells who reads, and when. */
export type AskedBy = Pick<OnContract<Asked>, 'subject' | 'roles' | 'now'>;

const backOffice: Reader = { mayConfirm: true, isInternal: true };

/** The reader that a call's caller is. */
export function readerOf({ subject, roles }: Pick<AskedBy, 'subject' | 'roles'>): Reader {
  if (subject.kind === 'internal') return backOffice;
  return { mayConfirm: rolesAllow(roles, 'billing.manage'), isInternal: false };
}
