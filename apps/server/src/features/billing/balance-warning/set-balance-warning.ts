import type { BalanceWarning, balanceWarnings } from '@usance/api/billing/balance-warning';
import type { ParsedBody } from '@usance/api/call';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { balanceWarningOf } from './balance-warning.queries.ts';

/**
 * Sets the threshold. The database marks the contract, and its next check notifies the members if the balance is
 * below it.
 */
export async function setBalanceWarning(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  { body: { threshold } }: { body: ParsedBody<typeof balanceWarnings.set> },
): Promise<BalanceWarning> {
  const row = await tx
    .insertInto('balance_warning')
    .values({ contract_id: contract.id, threshold })
    .onConflict((there) =>
      there.column('contract_id').doUpdateSet({
        threshold,
        is_below: sql<boolean>`balance_warning.is_below and balance_warning.threshold = excluded.threshold`,
      }),
    )
    .returning('threshold')
    .executeTakeFirstOrThrow();
  return balanceWarningOf(contract, row.threshold);
}
