import { email } from '@usance/api/email';
import { newPassword } from '@usance/api/people/password';
import { codeProof } from '@usance/api/people/verification';
import { codePhone, phoneTrouble } from '@usance/api/phone';
import { says } from '@usance/api/rule';
import * as z from 'zod/mini';
import * as m from '../../i18n/messages.gen.ts';

const most = z.maxLength(100, says('longest', { max: 100 }));
const given = z.string().check(z.trim(), z.minLength(1, says('required')), most);
const perhaps = z.string().check(most);
const agreed = z.boolean().check(z.refine((value) => value, { error: () => m.registration_terms_required() }));

/** The first step: the person's details. */
export const detailsBody = z.object({
  firstName: given,
  lastName: given,
  email,
  password: newPassword,
  country: given,
  terms: agreed,
});

/** The second step: the survey, all optional. */
export const surveyBody = z
  .object({
    company: perhaps,
    companySize: perhaps,
    position: perhaps,
    scenario: perhaps,
    countryPhone: perhaps,
    phoneNumber: perhaps,
  })
  .check(({ value, issues }) => {
    const message = phoneTrouble(value.phoneNumber, value.countryPhone);
    if (message !== undefined)
      issues.push({ code: 'custom', input: value.phoneNumber, path: ['phoneNumber'], message });
  });

/** The third step: the code sent to the e-mail. */
export const codeBody = z.object({ token: codeProof });

export type Details = z.output<typeof detailsBody>;
export type Survey = z.output<typeof surveyBody>;

export type PhoneWanted = 'required' | 'optional' | 'none';

/** Returns the body of the full-name form. A given telephone is proved by a code. */
export function fullNameBody(phone: PhoneWanted) {
  const isAsked = (number: string) => phone === 'required' || (phone === 'optional' && number !== '');
  return z
    .object({
      fullName: given,
      email,
      token: codeProof,
      password: newPassword,
      company: given,
      position: given,
      phone: z.string(),
      phoneToken: z.string(),
      terms: agreed,
    })
    .check(({ value, issues }) => {
      if (!isAsked(value.phone)) return;
      const object = (field: 'phone' | 'phoneToken', message: string) =>
        issues.push({ code: 'custom', input: value[field], path: [field], message });
      const number = codePhone.safeParse(value.phone);
      if (!number.success) object('phone', says('phoneInvalid'));
      const proof = codeProof.safeParse(value.phoneToken);
      if (!proof.success) object('phoneToken', proof.error.issues[0]?.message ?? says('codeRequired'));
    });
}

export type FullName = z.output<ReturnType<typeof fullNameBody>>;

/** The form field of each field that a refusal may name. */
export const fieldNames = {
  email: 'email',
  'email.address': 'email',
  'email.authJobID': 'token',
  'email.token': 'token',
  number: 'phone',
  'phone.number': 'phone',
  'phone.authJobID': 'phoneToken',
  'phone.token': 'phoneToken',
  password: 'password',
  'traits.fullName': 'fullName',
  'traits.firstName': 'firstName',
  'traits.lastName': 'lastName',
  'traits.country': 'country',
  'traits.company': 'company',
  'traits.companySize': 'companySize',
  'traits.position': 'position',
  'traits.scenario': 'scenario',
  'traits.countryPhone': 'countryPhone',
  'traits.phoneNumber': 'phoneNumber',
};
