import type { Identity } from '@usance/api/account';

/** The full name that somebody said; who signed up with a first and a last name has one too. */
export function fullNameOf({ fullName, firstName, lastName, name }: Identity['traits']): string {
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || name || '';
}
