import type { ParsedBody } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { SpanningContext } from '#platform/context/context.ts';
import { conflict, noPermission, unavailable } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { applyMessage } from './apply-message.ts';
import type { MarketplaceMessage } from './marketplace-message.ts';
import { readAzure } from './read-azure.ts';
import { readEventBridge } from './read-eventbridge.ts';
import { readSns } from './read-sns.ts';
import { verifySns } from './verify-sns.ts';

type Context = Pick<SpanningContext, 'db' | 'now' | 'outside' | 'log' | 'webhookSecret' | 'marketplaces'>;

/**
 * Takes a message of a marketplace, once. The body's shape distinguishes SNS, EventBridge and Azure's webhook.
 * Refuses with 403 an unproved or repeated message, and with 409 one older than an applied one; neither changes
 * anything.
 */
export async function takeMessage(ctx: Context, { body }: { body: ParsedBody<typeof calls.notify> }): Promise<void> {
  const told = await readMessage(ctx, body);
  if (told === undefined) return;
  const outcome = await applyMessage(ctx, told);
  ctx.log.info({ source: told.source, action: told.action, outcome }, 'took a message of a marketplace');
  if (outcome === 'repeated') throw noPermission('This message has already been taken.');
  if (outcome === 'outdated') throw conflict('MARKETPLACE_CONFLICT', 'A later message has already been applied.');
}

async function readMessage(ctx: Context, body: object): Promise<MarketplaceMessage | undefined> {
  const { outside, marketplaces, webhookSecret: secret } = ctx;
  if ('TopicArn' in body) {
    const message = await verifySns(marketplaces, body, outside);
    if (message.type === 'SubscriptionConfirmation') await confirm(marketplaces, message.subscribeUrl);
    return readSns(message);
  }
  if ('detail-type' in body) return readEventBridge(marketplaces, body, { secret, outside });
  return readAzure(ctx, marketplaces, body, outside);
}

/** Without a confirmation SNS sends no messages; it asks again. */
async function confirm({ fetchFromSns }: Marketplaces, url: string): Promise<void> {
  await fetchFromSns(url).catch((error: unknown) => {
    throw unavailable(error);
  });
}
