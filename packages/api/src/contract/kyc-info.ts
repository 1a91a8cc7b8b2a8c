import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { email } from '../email.ts';
import { codePhone } from '../phone.ts';
import { needs, says } from '../rule.ts';
import { contractId, contractParams, optionalText, text } from '../wire.ts';
import { buyerType } from './contract.ts';
import { socialId } from './social-id.ts';

const detail = z.optional(z.string());

/** The known details of a contract's legal entity; unknown ones are absent. */
const kycInfo = z.object({
  contractId,
  buyerType,
  tags: z.string(),
  enterpriseName: detail,
  enterpriseSocialId: detail,
  enterpriseLegalName: detail,
  enterpriseLegalSocialId: detail,
  contactPerson: detail,
  address: detail,
  citizenName: detail,
  citizenSocialId: detail,
  contactPhone: detail,
  contactEmail: detail,
  /** True if an offer can be accepted with these details. */
  isComplete: z.boolean(),
  /** True if the check digit of the social id is valid. An invalid one is accepted. */
  isPlausible: z.boolean(),
});
export type KycInfo = z.output<typeof kycInfo>;

const needed = socialId.check(z.minLength(1, says('required')));
/** The contact of either kind of buyer. */
const contact = {
  tags: optionalText(100),
  address: text(300),
  contactPhone: codePhone,
  contactEmail: email,
};

/** The details differ for enterprises and persons. The console's form uses the same rules. */
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
    summary: 'The legal entity of a contract; ids of people are complete only for callers who may change them',
    customer: 'contract.read',
    internal: 'read',
    admission: 'read',
  },
  update: {
    ...at,
    method: 'PUT',
    summary: 'Set or replace the legal entity of a contract',
    customer: 'billing.manage',
    internal: 'contract.write',
    locks: 'contract',
    admission: 'write',
    hides: ['enterpriseLegalSocialId', 'citizenSocialId'],
    // The reply contains the whole number. A repetition without a key has the same result.
    tellsSecret: true,
    body: z.discriminatedUnion('buyerType', [enterpriseKyc, personKyc]),
  },
});
