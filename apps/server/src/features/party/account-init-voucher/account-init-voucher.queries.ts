import type { AccountInitVoucher, accountInitVouchers, OwnInitVoucher } from '@usance/api/account-init-voucher';
import type { ParsedQuery } from '@usance/api/call';
import { sql } from 'kysely';
import type { Deps, ReadContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { type Page, pageOf } from '../../../platform/postgres/page.ts';
import { initVoucherOf, ownInitVoucherOf } from './account-init-voucher.ts';

/** A page of the vouchers that wait for the first contract of whoever asks, the newest first. */
export function listOwnInitVouchers(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { query }: { query: ParsedQuery<typeof accountInitVouchers.listOwn> },
): Promise<Page<OwnInitVoucher>> {
  return pageOf(
    db.selectFrom('account_init_voucher').where('account_id', '=', signedInAccount(subject)),
    query,
    (found) => found.selectAll().orderBy('created_at', 'desc').orderBy('id'),
    ownInitVoucherOf,
  );
}

/** A page of the vouchers that wait for a first contract, the newest first. */
export function listInitVouchers(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof accountInitVouchers.list> },
): Promise<Page<AccountInitVoucher>> {
  let wanted = db
    .selectFrom('account_init_voucher')
    .innerJoin('account', 'account.id', 'account_init_voucher.account_id');
  if (query.accountID) wanted = wanted.where('account.id', '=', query.accountID);
  if (query.identifier)
    wanted = wanted.where(sql<boolean>`position(lower(${query.identifier}) in lower(account.identifier)) > 0`);
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .selectAll('account_init_voucher')
        .select('account.identifier')
        .orderBy('account_init_voucher.created_at', 'desc')
        .orderBy('account_init_voucher.id'),
    initVoucherOf,
  );
}
