import type { Voucher, VoucherState } from '@usance/api/money/voucher';
import type { Currency } from '@usance/money/currency';
import { add, isZero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { instantOf, plusDays24h } from '@usance/period/instant';
import type { Selectable } from 'kysely';
import type { Subject } from '#platform/context/subject.ts';
import type { Database } from '#platform/postgres/database.ts';

export type VoucherRow = Selectable<Database['voucher']>;

/** Redeemed if nothing is left and nothing was written off; otherwise overdue from its end on, and valid before. */
export function stateAt(
  { balance, lapsed, end_at }: Pick<VoucherRow, 'balance' | 'lapsed' | 'end_at'>,
  now: Date,
): VoucherState {
  if (isZero(add(balance, lapsed))) return 'redeemed';
  return end_at !== null && end_at <= now ? 'overdue' : 'valid';
}

/** The validity starts at the moment of binding and lasts `validDays` × 24 hours. */
export function windowFrom(bound: Date, validDays: number): { start_at: Date; end_at: Date } {
  return { start_at: bound, end_at: new Date(plusDays24h(instantOf(bound), validDays)) };
}

/** The reader of a voucher, and the time of reading. */
export interface VoucherReader {
  readonly contract: { readonly currency: Currency };
  readonly subject: { readonly kind: Subject['kind'] };
  readonly now: Date;
}

export function voucherOf(row: VoucherRow, { contract: { currency }, subject, now }: VoucherReader): Voucher {
  return {
    id: row.id,
    contractId: row.contract_id,
    boundContractID: row.start_at === null ? null : row.contract_id,
    currency,
    ...withFormatted({ denomination: row.denomination, balance: row.balance }, currency),
    state: stateAt(row, now),
    start: row.start_at?.toISOString() ?? null,
    end: row.end_at?.toISOString() ?? null,
    validDays: row.valid_days,
    origin: row.origin,
    ...(subject.kind === 'internal' ? { reason: row.reason } : {}),
    gmtCreated: row.created_at.toISOString(),
  };
}
