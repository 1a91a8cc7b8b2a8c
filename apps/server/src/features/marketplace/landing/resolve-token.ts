import type { CloudProvider } from '@usance/api/cloud';
import type { ReadContext } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { hashOf } from '#platform/random-secret.ts';
import { type Marketplaces, marketplaceAt } from '../provider/marketplaces.ts';
import { keepResolved } from '../subscription/keep-subscription.ts';
import type { SubscriptionRow } from '../subscription/subscription.ts';

export interface PresentedToken {
  readonly token: string;
  readonly cloudProvider: CloudProvider;
}

/** The time for which a pending subscription is not asked again. */
const patienceMs = 5_000;

/**
 * Returns the subscription of a registration token. Asks its marketplace once, and stores the answer under the
 * token's hash while the token is valid. Refuses with INVALID_PARAMETER an invalid token, and with NOT_IMPLEMENTED a
 * cloud without products.
 */
export async function resolveToken(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  marketplaces: Marketplaces,
  { token, cloudProvider }: PresentedToken,
): Promise<SubscriptionRow> {
  const provider = marketplaceAt(marketplaces, cloudProvider);
  const tokenHash = hashOf(`${cloudProvider}/${token}`);
  const kept = await keptAnswer(db, tokenHash, now);
  if (kept) return kept;
  const resolved = await provider.resolveToken(token);
  return db.transaction().execute(async (tx) => {
    const subscription = await keepResolved({ tx, now }, provider.cloud, resolved);
    await tx
      .insertInto('marketplace_token')
      .values({
        token_hash: tokenHash,
        cloud_provider: provider.cloud,
        subscription_id: subscription.id,
        asked_at: now,
        expires_at: new Date(now.getTime() + provider.tokenMs),
      })
      .onConflict((there) =>
        there.column('token_hash').doUpdateSet({ asked_at: now, subscription_id: subscription.id }),
      )
      .execute();
    return subscription;
  });
}

async function keptAnswer(db: Db, tokenHash: string, now: Date): Promise<SubscriptionRow | undefined> {
  const row = await db
    .selectFrom('marketplace_token')
    .innerJoin('marketplace_subscription as subscription', 'subscription.id', 'marketplace_token.subscription_id')
    .selectAll('subscription')
    .select('marketplace_token.asked_at')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { asked_at, ...subscription } = row;
  const isStillFresh = now.getTime() < asked_at.getTime() + patienceMs;
  return subscription.state === 'subscribing' && !isStillFresh ? undefined : subscription;
}

/** Deletes expired tokens. */
export async function forgetTokens({ db }: { readonly db: Db }, now: Date): Promise<void> {
  await db.deleteFrom('marketplace_token').where('expires_at', '<=', now).execute();
}
