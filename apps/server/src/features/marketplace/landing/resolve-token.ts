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

/** So long an answer that somebody has still to subscribe is not asked for again. */
const patienceMs = 5_000;

/**
 * The subscription that a registration token stands for. Its marketplace is asked once, and the answer kept for as long as
 * the token is good, by the token's hash. Refuses with INVALID_PARAMETER a token that is not good, and with NOT_IMPLEMENTED
 * a cloud through whose marketplace nothing is sold.
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

/** Tokens are looked for no longer than they are good. */
export async function forgetTokens({ db }: { readonly db: Db }, now: Date): Promise<void> {
  await db.deleteFrom('marketplace_token').where('expires_at', '<=', now).execute();
}
