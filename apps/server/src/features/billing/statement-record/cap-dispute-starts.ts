import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { keepState } from './keep-statement.ts';

/**
 * Moves the start of disputes that a clock ran ahead of back to `now`. Otherwise their days would count only from
 * then, and the statement would be due too early when they end.
 */
export async function capDisputeStarts({ tx }: Pick<Work, 'tx'>, contract: LockedContract, now: Date): Promise<void> {
  const ahead = await tx
    .selectFrom('statement')
    .select(['contract_id', 'id'])
    .where('contract_id', '=', contract.id)
    .where('confirm_state', '=', 'manualProcessing')
    .where('disputed_at', '>', now)
    .execute();
  for (const statement of ahead) await keepState({ tx }, statement, { disputed_at: now });
}
