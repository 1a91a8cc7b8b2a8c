import * as z from 'zod/mini';
import { anyone, defineCall, signedIn } from './call.ts';
import { idOf, noContent } from './wire.ts';

/** The rule of every e-mail field, with the words a person reads. */
export const email = z
  .string('The email is required')
  .check(
    z.minLength(1, 'The email is required'),
    z.maxLength(254, 'The email is invalid'),
    z.regex(/^\S*$/, 'Can not contain space'),
    z.regex(/^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\"]{2,}$/, 'The email is invalid'),
  );

/** Signing in asks only that a password is there; its form is checked where one is set. */
export const loginBody = z.strictObject({
  identifier: email,
  password: z.string('The password is required').check(z.minLength(1, 'The password is required'), z.maxLength(256)),
  refresh: z.optional(z.boolean()),
});

const trait = z.optional(z.string());
export const traits = z.object({
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

export const identity = z.object({ id: idOf('acc'), identifier: z.string(), traits });
export type Identity = z.output<typeof identity>;

export const login = defineCall({
  id: 'account.login',
  method: 'POST',
  path: '/api/v1/accounts/self-service/login',
  summary: 'Sign in with e-mail and password',
  access: anyone,
  body: loginBody,
  reply: identity,
});

export const whoami = defineCall({
  id: 'account.whoami',
  method: 'GET',
  path: '/api/v1/accounts/self-service/whoami',
  summary: 'The identity of the session',
  access: signedIn,
  reply: identity,
});

export const logout = defineCall({
  id: 'account.logout',
  method: 'DELETE',
  path: '/api/v1/accounts/self-service/logout',
  summary: 'End the session',
  access: signedIn,
  reply: noContent,
});
