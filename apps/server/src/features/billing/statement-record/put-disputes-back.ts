import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { keepState } from './keep-statement.ts';

/**
 * Disputes that a clock which ran ahead has let begin in time to come began at `now` at the latest: their days would count
 * from then only, and the statement be due too early when they end.
 */
export async function putDisputesBack({ tx }: Pick<Work, 'tx'>, contract: LockedContract, now: Date): Promise<void> {
  const ahead = await tx
    .selectFrom('statement')
    .select(['contract_id', 'id'])
    .where('contract_id', '=', contract.id)
    .where('confirm_state', '=', 'manualProcessing')
    .where('disputed_at', '>', now)
    .execute();
  for (const statement of ahead) await keepState({ tx }, statement, { disputed_at: now });
}
