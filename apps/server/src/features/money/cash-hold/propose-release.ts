import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { CashHoldRow, HoldReason } from './cash-hold.ts';

/** Stores that a person wants to release a hold, until another person decides; null removes the proposal. */
export async function proposeRelease(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  hold: CashHoldRow,
  proposal: (HoldReason & { readonly by: string }) | null,
): Promise<CashHoldRow> {
  return tx
    .updateTable('cash_hold')
    .set({
      proposed_at: proposal && now,
      proposed_by: proposal?.by ?? null,
      proposed_code: proposal?.reasonCode ?? null,
      proposed_reason: proposal?.reason ?? null,
    })
    .where('contract_id', '=', contract.id)
    .where('id', '=', hold.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
