import { marketplaceLinkId } from '@usance/api/marketplace/marketplace-link';
import { floorToHour, instantOf } from '@usance/period/instant';
import type { Insertable, Selectable } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

export type LinkRow = Selectable<Database['marketplace_link']>;

type Begun = Omit<Insertable<Database['marketplace_link']>, 'id' | 'from_hour' | 'activated_at' | 'ended_at'>;

/**
 * Links a locked contract from the current hour on. Returns undefined if the contract or the subscription is already
 * linked.
 */
export async function beginLink({ tx, now }: Pick<Work, 'tx' | 'now'>, begun: Begun): Promise<LinkRow | undefined> {
  return tx
    .insertInto('marketplace_link')
    .values({
      ...begun,
      id: newId(marketplaceLinkId),
      from_hour: new Date(floorToHour(instantOf(now))),
      activated_at: now,
      ended_at: null,
    })
    .onConflict((there) => there.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Ends an open link of a locked contract. */
export async function endLink({ tx, now }: Pick<Work, 'tx' | 'now'>, { contract_id, id }: LinkRow): Promise<void> {
  await tx
    .updateTable('marketplace_link')
    .set({ ended_at: now })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the last link of a contract, open or ended. */
export async function findLastLink(db: DbOrTx, contractId: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('marketplace_link')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('activated_at', 'desc')
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
}

/** Returns the last link of a subscription, open or ended. */
export async function findLinkOfSubscription(db: DbOrTx, subscriptionId: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('marketplace_link')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('activated_at', 'desc')
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
}
