import * as z from 'zod/mini';
import { defineCalls, moneyWrite } from '../call.ts';
import { email } from '../email.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  currency,
  idOf,
  instantText,
  optionalText,
  paged,
  paging,
  positiveCents,
  wholeNumber,
  withTwins,
} from '../wire.ts';
import { accountId } from './account.ts';

export const accountInitVoucherId = idOf('aiv');

/** A voucher that waits for its account's first contract. Its validity starts when the contract is created. */
const ownVoucher = z.object({
  id: accountInitVoucherId,
  ...withTwins({ denomination: amount }),
  currency,
  validDays: z.int(),
  gmtCreated: instantText,
});
export type OwnInitVoucher = z.output<typeof ownVoucher>;

const accountInitVoucher = z.object({ ...ownVoucher.shape, accountID: accountId, identifier: z.string() });
export type AccountInitVoucher = z.output<typeof accountInitVoucher>;

const createBody = z
  .strictObject({
    /** The owner: the account's id or, instead, its e-mail. */
    accountID: z.optional(accountId),
    identifier: z.optional(email),
    denomination: positiveCents,
    currency,
    /** Days of 24 hours, from the creation of the contract. */
    validDays: wholeNumber(1, 3_650),
  })
  .check(({ value, issues }) => {
    const input = value;
    if (value.accountID === undefined && value.identifier === undefined)
      issues.push({ code: 'custom', input, path: ['accountID'], message: says('required') });
    if (value.accountID !== undefined && value.identifier !== undefined)
      issues.push({ code: 'custom', input, path: ['identifier'], message: says('givenTwice') });
  });

const columns = ['gmtCreated', 'denomination', 'validDays'] as const;

export const accountInitVouchers = defineCalls('account-init-voucher', {
  create: {
    ...moneyWrite,
    method: 'POST',
    path: '/account-init-vouchers',
    summary: 'Give an account a voucher that waits for its first contract',
    refusals: ['ACCOUNT_HAS_CONTRACT', 'ACCOUNT_NOT_FOUND'],
    body: createBody,
    reply: accountInitVoucher,
  },
  listOwn: {
    method: 'GET',
    path: '/account-init-vouchers',
    summary: 'Vouchers that wait for your first contract, the newest first',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedBy(...columns) }),
    reply: paged(ownVoucher),
  },
  list: {
    internal: 'read',
    method: 'GET',
    path: '/account-init-vouchers',
    summary: 'Vouchers that wait for the first contract of an account, or of all, the newest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy(...columns, 'identifier'),
      accountID: z.optional(accountId),
      /** Matches a part of the e-mail. */
      identifier: optionalText(254),
    }),
    reply: paged(accountInitVoucher),
  },
});
