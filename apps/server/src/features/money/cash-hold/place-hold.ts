import { holdId } from '@usance/api/money/hold';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { freeze } from '../frozen/freeze.ts';
import { type CashHoldRow, type HoldReason, memoOfHold } from './cash-hold.ts';

type NewHold = Pick<CashHoldRow, 'amount'> &
  (
    | ({ readonly cause: 'manual'; readonly begunBy: string } & HoldReason)
    | ({ readonly cause: 'withdrawal'; readonly begunBy: string; readonly counterpart: Counterpart } & HoldReason)
    | { readonly cause: 'preAuthorization'; readonly datacloudId: string }
  );

/** The receiving account of a withdrawal. */
interface Counterpart {
  readonly counterpartAccountName?: string | undefined;
  readonly counterpartAccountNumber?: string | undefined;
  readonly counterpartAccountOpeningBank?: string | undefined;
}

/** Holds free cash. 409 if there is not enough. */
export async function placeHold(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  hold: NewHold,
): Promise<CashHoldRow> {
  const { cause, amount } = hold;
  const id = newId(holdId);
  await freeze(tx, contract, { amount, at: now, memo: memoOfHold({ id, cause }) });
  const of = 'reason' in hold ? hold : undefined;
  const counterpart = 'counterpart' in hold ? hold.counterpart : undefined;
  return tx
    .insertInto('cash_hold')
    .values({
      contract_id: contract.id,
      id,
      cause,
      amount,
      reason_code: of?.reasonCode ?? null,
      reason: of?.reason ?? null,
      begun_by: of?.begunBy ?? null,
      begun_at: now,
      datacloud_id: 'datacloudId' in hold ? hold.datacloudId : null,
      counterpart_account_name: counterpart?.counterpartAccountName ?? null,
      counterpart_account_number: counterpart?.counterpartAccountNumber ?? null,
      counterpart_account_opening_bank: counterpart?.counterpartAccountOpeningBank ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
