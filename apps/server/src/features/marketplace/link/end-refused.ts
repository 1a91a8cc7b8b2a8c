import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { findLastLink } from '../../contract/marketplace-link/keep-link.ts';
import { applySubscriptionState, lockSubscription } from '../subscription/keep-subscription.ts';
import { unlink } from './unlink.ts';

/** The consecutive refused hours after which the buyer counts as gone without notice. */
const refusedHours = 3;

/** Ends the links whose marketplace has refused their last hours for good; we bill their contracts again. */
export async function endRefused({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const { rows } = await sql<{ contract_id: string; link_id: string }>`
    select link.contract_id, link.id as link_id
    from marketplace_meter as meter
      join marketplace_link as link on link.contract_id = meter.contract_id and link.id = meter.link_id
      cross join lateral (select count(*) as hours, bool_and(state = 'failed') as refused from (
        select state from marketplace_hour as hour
        where hour.contract_id = link.contract_id and hour.link_id = link.id and hour.state <> 'pending'
        order by hour.hour desc limit ${refusedHours}) as latest) as last
    where meter.settled_at is null and link.ended_at is null and last.hours = ${refusedHours} and last.refused
      and exists (select from marketplace_hour as failed
        where failed.contract_id = link.contract_id and failed.link_id = link.id
          and failed.state = 'failed' and failed.hour >= meter.next_hour - interval '2 hours')`.execute(db);
  for (const { contract_id: contractId, link_id: linkId } of rows) {
    const end = async (tx: Tx) => {
      const contract = await lockContract(tx, contractId);
      const link = await findLastLink(tx, contractId);
      if (link?.id !== linkId || link.ended_at !== null) return false;
      const subscription = await lockSubscription(tx, link.subscription_id);
      await applySubscriptionState({ tx, now }, subscription, { state: 'unsubscribed', toldAt: now });
      await unlink({ tx, now }, contract, link);
      return true;
    };
    await db
      .transaction()
      .execute(end)
      .then(
        (isEnded) =>
          isEnded &&
          log.error(
            { contractId, linkId },
            'A marketplace refuses the hours of a contract; this installation bills the contract again',
          ),
      )
      .catch((error: unknown) => log.error({ contractId, linkId, err: error }, 'ending a refused link failed'));
  }
}
