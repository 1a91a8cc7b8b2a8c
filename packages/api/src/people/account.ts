import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { phoneTrouble } from '../phone.ts';
import { says } from '../rule.ts';
import { idOf, instantText, lines, noContent, text } from '../wire.ts';
import { enteredPassword } from './password.ts';

/** The second factor beside the password: six digits from the app, or a recovery code. */
const secondFactorCode = z
  .string(says('codeRequired'))
  .check(z.minLength(1, says('codeRequired')), z.regex(/^(\d{6}|[a-z2-7]{4}(-?[a-z2-7]{4}){3})$/i, says('codeWrong')));

/** Checks only that there is a password. */
export const loginBody = z.strictObject({
  identifier: email,
  password: enteredPassword,
  /** The code of the second factor, if the account has one. It is ignored if the password is wrong. */
  code: z.optional(secondFactorCode),
  /** Proves the password again and renews the current session instead of opening another. */
  refresh: z.optional(z.boolean()),
});

/** `default` is the light theme. */
const theme = z.enum(['default', 'dark']);

const trait = z.optional(z.string());
/** The details that a person has entered, as texts. */
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

const enteredText = z.optional(text(100, 0));
/** The fields that a person can enter. A code proves the telephone, which has a call of its own. */
const traitFields = z.strictObject({
  phoneNumber: enteredText,
  countryPhone: enteredText,
  fullName: enteredText,
  name: enteredText,
  firstName: enteredText,
  lastName: enteredText,
  country: enteredText,
  company: enteredText,
  companySize: enteredText,
  position: enteredText,
  scenario: z.optional(lines(500, 0)),
  themeType: z.optional(theme),
});
type TraitFields = z.output<typeof traitFields>;

function refusePhone(words: TraitFields, issues: z.core.$ZodRawIssue[]): void {
  const message = phoneTrouble(words.phoneNumber ?? '', words.countryPhone || undefined);
  if (message !== undefined) issues.push({ code: 'custom', input: words.phoneNumber, path: ['phoneNumber'], message });
}

/** The fields of a new account. */
export const newTraits = traitFields.check(({ value, issues }) => refusePhone(value, issues));

/** The changed fields. Absent fields keep their values, so the server checks a number whose country is not given. */
export const changedTraits = traitFields.check(({ value, issues }) => {
  if (value.countryPhone !== undefined) refusePhone(value, issues);
});

export const accountId = idOf('acc');
export const identity = z.object({
  id: accountId,
  identifier: z.string(),
  traits,
  /** The version of the portrait, which is part of its URL; absent without a portrait. */
  portrait: trait,
  /** The operator who acts for the account, and the end of that; absent otherwise. */
  assumed: z.optional(z.object({ by: z.string(), gmtExpires: instantText })),
});
export type Identity = z.output<typeof identity>;

export const accounts = defineCalls('account', {
  login: {
    method: 'POST',
    path: '/accounts/self-service/login',
    summary: 'Sign in with e-mail and password',
    customer: 'anyone',
    admission: 'password',
    refusals: ['INVALID_CREDENTIALS', 'INVALID_SESSION', 'SECOND_FACTOR_REQUIRED'],
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
    assumed: true,
    admission: 'always',
    reply: noContent,
  },
});
