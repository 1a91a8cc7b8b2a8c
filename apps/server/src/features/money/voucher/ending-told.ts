import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

/** Keeps that people are told of a voucher that ends; answers what they are told, or nothing when they were, or nothing is left. */
export async function keepEndingTold(
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
