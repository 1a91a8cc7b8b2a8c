import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { says } from './rule.ts';
import { idOf, noContent } from './wire.ts';

/** The rule of every e-mail field, with the words a person reads. */
const email = z.string(says('emailRequired')).check(
  z.minLength(1, says('emailRequired')),
  z.maxLength(254, { error: says('emailInvalid'), abort: true }),
  z.regex(/^\S*$/, says('noSpace')),
  // The first dot that may end the host's name does: there is one way to read a text, however many dots it has.
  z.regex(
    /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"][^\s@,;:<>()[\]\\".]*\.[^\s@,;:<>()[\]\\"]{2,}$/,
    says('emailInvalid'),
  ),
);

/** Signing in asks only that a password is there; its form is checked where one is set. */
export const loginBody = z.strictObject({
  identifier: email,
  password: z
    .string(says('passwordRequired'))
    .check(z.minLength(1, says('passwordRequired')), z.maxLength(256, says('longest', { max: 256 }))),
  refresh: z.optional(z.boolean()),
});

const trait = z.optional(z.string());
const traits = z.object({
  phone: trait,
  phoneNumber: trait,
  countryPhone: trait,
  fullName: trait,
  name: trait,
  firstName: trait,
  lastName: trait,
  country: trait,
  company: trait,
  companySize: trait,
  position: trait,
  scenario: trait,
  themeType: trait,
});

export const accountId = idOf('acc');
const identity = z.object({ id: accountId, identifier: z.string(), traits });
export type Identity = z.output<typeof identity>;

export const accounts = defineCalls('account', {
  login: {
    method: 'POST',
    path: '/accounts/self-service/login',
    summary: 'Sign in with e-mail and password',
    customer: 'anyone',
    admission: 'password',
    refusals: ['INVALID_CREDENTIALS'],
    body: loginBody,
    reply: identity,
  },
  whoami: {
    method: 'GET',
    path: '/accounts/self-service/whoami',
    summary: 'The identity of the session',
    customer: 'signed-in',
    admission: 'read',
    reply: identity,
  },
  logout: {
    method: 'DELETE',
    path: '/accounts/self-service/logout',
    summary: 'End the session',
    customer: 'signed-in',
    admission: 'always',
    reply: noContent,
  },
});
