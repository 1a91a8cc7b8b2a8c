import type { Identity } from '@usance/api/account';

/** The full name of an account; one made from a first and a last name where only those are known, as Chinese writes it if it is Chinese. */
export function fullNameOf({ fullName, firstName, lastName, name }: Identity['traits']): string {
  return fullName || joined(firstName, lastName) || name || '';
}

function joined(firstName = '', lastName = ''): string {
  if (/^\p{Script=Han}+$/u.test(firstName + lastName)) return lastName + firstName;
  return [firstName, lastName].filter(Boolean).join(' ');
}
