import type { Deps } from '../../../platform/context/context.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';

/** Ends the metering of links that have ended once nothing of them is left to be reported. */
export async function settleEnded({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const ended = await db
    .selectFrom('marketplace_meter as meter')
    .innerJoin('marketplace_link as link', (join) =>
      join.onRef('link.contract_id', '=', 'meter.contract_id').onRef('link.id', '=', 'meter.link_id'),
    )
    .select(['meter.contract_id', 'meter.link_id'])
    .where('meter.settled_at', 'is', null)
    .where('meter.due_at', '<=', now)
    .where('link.ended_at', 'is not', null)
    .whereRef('meter.next_hour', '>', 'link.ended_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('marketplace_hour as hour')
            .select('hour.id')
            .whereRef('hour.contract_id', '=', 'meter.contract_id')
            .whereRef('hour.link_id', '=', 'meter.link_id')
            .where('hour.state', '=', 'pending'),
        ),
      ),
    )
    .execute();
  for (const { contract_id: contractId, link_id: linkId } of ended) {
    await db.transaction().execute(async (tx) => {
      await lockContract(tx, contractId);
      await tx
        .updateTable('marketplace_meter')
        .set({ settled_at: now })
        .where('contract_id', '=', contractId)
        .where('link_id', '=', linkId)
        .where('settled_at', 'is', null)
        .execute();
    });
    log.info({ contractId, linkId }, 'A marketplace was told everything of a link that has ended');
  }
}
