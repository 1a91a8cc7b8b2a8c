import type { CashHold } from '@usance/api/money/hold';
import type { HoldReasonCode } from '@usance/api/money/hold-reason';
import type { Currency } from '@usance/money/currency';
import { withFormatted } from '@usance/money/display';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export type CashHoldRow = Selectable<Database['cash_hold']>;

/** The chosen reason code, and a free text. */
export interface HoldReason {
  readonly reasonCode: HoldReasonCode;
  readonly reason: string;
}

/** The memo of a posting that belongs to a hold. */
export function memoOfHold({ id, cause }: Pick<CashHoldRow, 'id' | 'cause'>): { holdID: string; holdCause: string } {
  return { holdID: id, holdCause: cause };
}

export function cashHoldOf(row: CashHoldRow, currency: Currency): CashHold {
  return {
    id: row.id,
    contractId: row.contract_id,
    cause: row.cause,
    state: row.state,
    ...withFormatted({ amount: row.amount }, currency),
    reasonCode: row.reason_code,
    reason: row.reason,
    begunBy: row.begun_by,
    gmtBegun: row.begun_at.toISOString(),
    datacloudID: row.datacloud_id,
    counterpartAccountName: row.counterpart_account_name,
    counterpartAccountNumber: row.counterpart_account_number,
    counterpartAccountOpeningBank: row.counterpart_account_opening_bank,
    proposal: stepOf(row.proposed_at, row.proposed_by, row.proposed_code, row.proposed_reason),
    ended: stepOf(row.ended_at, row.ended_by, row.end_code, row.end_reason),
  };
}

function stepOf(at: Date | null, by: string | null, reasonCode: HoldReasonCode | null, reason: string | null) {
  return at === null ? null : { at: at.toISOString(), by, reasonCode, reason };
}
