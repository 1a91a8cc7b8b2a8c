import type { ParsedBody } from '@usance/api/call';
import {
  type AccountInitVoucher,
  accountInitVoucherId,
  type accountInitVouchers,
} from '@usance/api/people/account-init-voucher';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { initVoucherOf } from './account-init-voucher.ts';

type Given = ParsedBody<typeof accountInitVouchers.create>;

/** Gives an account a voucher that waits for its first contract. Refuses an account that already made a contract. */
export async function createInitVoucher(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body }: { body: Given },
): Promise<AccountInitVoucher> {
  const account = await lockAccount(tx, body);
  if (!account) throw notFound('ACCOUNT_NOT_FOUND');
  const made = await tx.selectFrom('contract').select('id').where('creator', '=', account.id).executeTakeFirst();
  if (made)
    throw conflict('ACCOUNT_HAS_CONTRACT', 'This account has already made a contract.', { contractId: made.id });
  const row = await tx
    .insertInto('account_init_voucher')
    .values({
      id: newId(accountInitVoucherId),
      account_id: account.id,
      denomination: body.denomination,
      currency: body.currency,
      valid_days: body.validDays,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return initVoucherOf({ ...row, identifier: account.identifier });
}

/**
 * Locks the account. A contract refers to its account, so creating one at the same time comes before or after the
 * voucher.
 */
function lockAccount(tx: Tx, { accountID, identifier = '' }: Given) {
  const accounts = tx.selectFrom('account').select(['id', 'identifier']);
  const wanted =
    accountID === undefined
      ? accounts.where(sql`lower(identifier)`, '=', identifier.toLowerCase())
      : accounts.where('id', '=', accountID);
  return wanted.forUpdate().executeTakeFirst();
}
