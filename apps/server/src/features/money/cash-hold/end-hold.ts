import type { CashHold } from '@usance/api/money/hold';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { unfreeze } from '../frozen/freeze.ts';
import { type CashHoldRow, type HoldReason, memoOfHold } from './cash-hold.ts';

interface End extends Partial<HoldReason> {
  readonly state: Exclude<CashHold['state'], 'open'>;
  /** The person who ends it; absent if the platform does. */
  readonly by?: string;
}

/** Ends an open hold and frees its cash. */
export async function endHold(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  hold: CashHoldRow,
  { state, by, reasonCode, reason }: End,
): Promise<CashHoldRow> {
  await unfreeze(tx, contract, { amount: hold.amount, at: now, memo: memoOfHold(hold) });
  return tx
    .updateTable('cash_hold')
    .set({
      state,
      ended_at: now,
      ended_by: by ?? null,
      end_code: reasonCode ?? null,
      end_reason: reason ?? null,
    })
    .where('contract_id', '=', contract.id)
    .where('id', '=', hold.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
