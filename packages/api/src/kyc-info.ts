import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import { buyerType } from './contract.ts';
import { email } from './email.ts';
import { codePhone } from './phone.ts';
import { needs, says } from './rule.ts';
import { socialId } from './social-id.ts';
import { contractId, contractParams, optionalText, text } from './wire.ts';

const told = z.optional(z.string());

/** What is known of a contract's legal entity; what was never said is absent. */
const kycInfo = z.object({
  contractId,
  buyerType,
  tags: z.string(),
  enterpriseName: told,
  enterpriseSocialId: told,
  enterpriseLegalName: told,
  enterpriseLegalSocialId: told,
  contactPerson: told,
  address: told,
  citizenName: told,
  citizenSocialId: told,
  contactPhone: told,
  contactEmail: told,
  /** Whether everything is there that an offer needs before it can be accepted. */
  isComplete: z.boolean(),
  /** Whether the check digit of the social id fits; one that does not is kept nevertheless. */
  isPlausible: z.boolean(),
});
export type KycInfo = z.output<typeof kycInfo>;

const needed = socialId.check(z.minLength(1, says('required')));
/** How to reach either kind of buyer. */
const contact = {
  tags: optionalText(100),
  address: text(300),
  contactPhone: codePhone,
  contactEmail: email,
};

/** An enterprise and a person say different things; the rules are those of the form, which takes them from here. */
export const enterpriseKyc = z.strictObject({
  buyerType: z.literal('E'),
  enterpriseName: text(200),
  enterpriseSocialId: needed,
  enterpriseLegalName: text(100),
  enterpriseLegalSocialId: needed,
  contactPerson: text(100),
  ...contact,
});
export const personKyc = z.strictObject({
  buyerType: z.literal('P'),
  citizenName: text(100),
  citizenSocialId: z
    .string(needs('identityId'))
    .check(
      z.maxLength(18, { error: says('identityId'), abort: true }),
      z.regex(/^[0-9A-Za-z]{18}$/, says('identityId')),
    ),
  ...contact,
});

const at = { path: '/contracts/{id}/kyc-info', contract: inPath, params: contractParams, reply: kycInfo } as const;

export const kycInfos = defineCalls('kyc-info', {
  get: {
    ...at,
    method: 'GET',
    summary: 'The legal entity that holds a contract; personal ids are whole for those who may change them',
    customer: 'contract.read',
    internal: 'read',
    admission: 'read',
  },
  update: {
    ...at,
    method: 'PUT',
    summary: 'Say which legal entity holds a contract, in place of what was said before',
    customer: 'billing.manage',
    internal: 'contract.write',
    locks: 'contract',
    admission: 'write',
    hides: ['enterpriseLegalSocialId', 'citizenSocialId'],
    // Its reply has the number whole. Said twice it is said once, without a key too.
    tellsSecret: true,
    body: z.discriminatedUnion('buyerType', [enterpriseKyc, personKyc]),
  },
});
