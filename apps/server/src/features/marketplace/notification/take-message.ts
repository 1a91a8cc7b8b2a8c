import type { ParsedBody } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace';
import type { SpanningContext } from '#platform/context/context.ts';
import { conflict, noPermission, unavailable } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { applyTold } from './apply-told.ts';
import { readAzure } from './read-azure.ts';
import { readEventBridge } from './read-eventbridge.ts';
import { readSns } from './read-sns.ts';
import type { Told } from './told.ts';
import { verifySns } from './verify-sns.ts';

type Context = Pick<SpanningContext, 'db' | 'now' | 'outside' | 'log' | 'webhookSecret' | 'marketplaces'>;

/**
 * Takes what a marketplace tells, once: SNS, EventBridge and Azure's webhook are told apart by the shape of their bodies.
 * Refuses (403) what is not proved or was taken before, and (409) what a later message has outrun; neither changes anything.
 */
export async function takeMessage(ctx: Context, { body }: { body: ParsedBody<typeof calls.notify> }): Promise<void> {
  const told = await readMessage(ctx, body);
  if (told === undefined) return;
  const outcome = await applyTold(ctx, told);
  ctx.log.info({ source: told.source, action: told.action, outcome }, 'A marketplace has told something');
  if (outcome === 'repeated') throw noPermission('This message was taken before.');
  if (outcome === 'outdated') throw conflict('MARKETPLACE_CONFLICT', 'A later message was applied before.');
}

async function readMessage(ctx: Context, body: object): Promise<Told | undefined> {
  const { outside, marketplaces, webhookSecret: secret } = ctx;
  if ('TopicArn' in body) {
    const message = await verifySns(marketplaces, body, outside);
    if (message.type === 'SubscriptionConfirmation') await confirm(marketplaces, message.subscribeUrl);
    return readSns(message);
  }
  if ('detail-type' in body) return readEventBridge(marketplaces, body, { secret, outside });
  return readAzure(ctx, marketplaces, body, outside);
}

/** Whoever is not confirmed is sent nothing; SNS asks again. */
async function confirm({ fetchFromSns }: Marketplaces, url: string): Promise<void> {
  await fetchFromSns(url).catch((error: unknown) => {
    throw unavailable(error);
  });
}
