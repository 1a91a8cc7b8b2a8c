import type { Identity } from '@usance/api/people/account';

/** Returns the full name of an account, or one made of first and last name; a Chinese one has the family name first. */
export function fullNameOf({ fullName, firstName, lastName, name }: Identity['traits']): string {
  return fullName || joined(firstName, lastName) || name || '';
}

function joined(firstName = '', lastName = ''): string {
  if (/^\p{Script=Han}+$/u.test(firstName + lastName)) return lastName + firstName;
  return [firstName, lastName].filter(Boolean).join(' ');
}
