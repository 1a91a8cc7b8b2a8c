import type { AccountInitVoucher, OwnInitVoucher } from '@usance/api/people/account-init-voucher';
import { withFormatted } from '@usance/money/display';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type VoucherRow = Selectable<Database['account_init_voucher']>;

/** The voucher as its owner sees it. */
export function ownInitVoucherOf(row: VoucherRow): OwnInitVoucher {
  return {
    id: row.id,
    ...withFormatted({ denomination: row.denomination }, row.currency),
    currency: row.currency,
    validDays: row.valid_days,
    gmtCreated: row.created_at.toISOString(),
  };
}

/** The voucher as an operator sees it, with its account. */
export function initVoucherOf(row: VoucherRow & { identifier: string }): AccountInitVoucher {
  return { ...ownInitVoucherOf(row), accountID: row.account_id, identifier: row.identifier };
}
