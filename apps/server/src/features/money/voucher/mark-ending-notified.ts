import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

/**
 * Marks that people are notified of a voucher's end, and returns the facts to notify them of. Undefined if they were
 * notified already, or nothing is left.
 */
export async function markEndingNotified(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  id: string,
): Promise<{ balance: string; end_at: Date | null } | undefined> {
  return tx
    .updateTable('voucher')
    .set({ ending_told_at: now })
    .where('contract_id', '=', contract.id)
    .where('id', '=', id)
    .where('ending_told_at', 'is', null)
    .where('balance', '>', '0')
    .returning(['balance', 'end_at'])
    .executeTakeFirst();
}
