import type { ParsedQuery } from '@usance/api/call';
import type { AccountInitVoucher, accountInitVouchers, OwnInitVoucher } from '@usance/api/people/account-init-voucher';
import type { Currency } from '@usance/money/currency';
import { sql } from 'kysely';
import type { Deps, ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { initVoucherOf, ownInitVoucherOf } from './account-init-voucher.ts';

const columnOf = {
  gmtCreated: 'account_init_voucher.created_at',
  denomination: 'account_init_voucher.denomination',
  validDays: 'account_init_voucher.valid_days',
} as const;

/** Returns a page of the caller's vouchers that wait for their first contract. */
export function listOwnInitVouchers(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { query }: { query: ParsedQuery<typeof accountInitVouchers.listOwn> },
): Promise<Page<OwnInitVoucher>> {
  return pageOf(
    db.selectFrom('account_init_voucher').where('account_id', '=', signedInAccount(subject)).where(isWaiting),
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    ownInitVoucherOf,
  );
}

/** Returns a page of the vouchers that wait for a first contract. */
export function listInitVouchers(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof accountInitVouchers.list> },
): Promise<Page<AccountInitVoucher>> {
  let wanted = db
    .selectFrom('account_init_voucher')
    .innerJoin('account', 'account.id', 'account_init_voucher.account_id')
    .where(isWaiting);
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
        .orderBy(query.orderBy === 'identifier' ? 'account.identifier' : columnOf[query.orderBy], query.ordering)
        .orderBy('account_init_voucher.id'),
    initVoucherOf,
  );
}

/** Selects the account's waiting vouchers in one currency, oldest first. */
export function waitingInitVouchers(db: DbOrTx, accountId: string, currency: Currency) {
  return db
    .selectFrom('account_init_voucher')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where(isWaiting)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** SQL: true if no contract has a voucher made of it yet. */
const isWaiting = sql<boolean>`not exists (select from voucher where voucher.init_voucher_id = account_init_voucher.id)`;
