import type { ParsedBody } from '@usance/api/call';
import { urlOf } from '@usance/api/request';
import { sso } from '@usance/api/sso';
import type { Selectable } from 'kysely';
import type { SpanningContext } from '#platform/context/context.ts';
import { SeeOther } from '#platform/http/calls/see-other.ts';
import type { Database, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { findProvider, lockProvider } from '../identity-provider/identity-provider.queries.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';
import { keepRefusal } from '../identity-provider/provider-refusals.ts';
import { providerHash } from './provider-hash.ts';
import { ssoRefused, toldOf } from './refused.ts';
import { requestAnsweredBy, vouchedIn } from './saml/read-answer.ts';
import { believe, Untrusted } from './saml/untrusted.ts';
import type { Vouched } from './saml/verified-answer.ts';

const ticketMs = 120_000;

type Context = Pick<SpanningContext, 'db' | 'now' | 'outside' | 'log' | 'requestId' | 'serviceProvider'>;

/**
 * Takes what a provider answers, once. Another site's page has the browser bring it, without our cookies, so that nobody is
 * signed in here: the browser goes on with a ticket to where its own cookie is with it. Only the log and operators are told
 * why an answer is not believed.
 */
export async function takeAnswer(ctx: Context, { body }: { body: ParsedBody<typeof sso.answer> }): Promise<SeeOther> {
  try {
    return await believed(ctx, body.SAMLResponse);
  } catch (error) {
    if (!(error instanceof Untrusted)) throw error;
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'an answer of an identity provider is not believed');
    await noteRefusal(ctx, body.SAMLResponse, error);
    throw ssoRefused(error);
  }
}

/** Whoever brought it has begun at that provider: nobody else knows the request. */
async function noteRefusal({ db, now }: Context, encoded: string, refused: Untrusted): Promise<void> {
  const named = /\sInResponseTo=["'](_[0-9a-f]{32})["']/.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1];
  if (named === undefined) return;
  const asked = db.selectFrom('sso_request').select('provider_id').where('id', '=', named);
  const providerId = (await asked.executeTakeFirst())?.provider_id;
  if (providerId !== undefined) await keepRefusal(db, { providerId, ...toldOf(refused) }, now);
}

async function believed({ db, now, outside, log, serviceProvider }: Context, encoded: string): Promise<SeeOther> {
  const inResponseTo = await requestAnsweredBy(encoded, log);
  const request = await db
    .selectFrom('sso_request')
    .selectAll()
    .where('id', '=', inResponseTo)
    .where('expires_at', '>', now)
    .where('ticket_hash', 'is', null)
    .executeTakeFirst();
  believe(request !== undefined, 'its request is unknown, answered or too old', 'request');
  const provider = await findProvider(db, request.provider_id);
  believe(provider !== undefined, 'its provider was taken away', 'request');
  const { entity_id, sign_on_url, certificates } = provider;
  // By the time of the provider, which knows nothing of a time that was moved here.
  const against = { provider: { entity_id, sign_on_url, certificates }, own: serviceProvider, now: outside };
  const vouched = await vouchedIn(encoded, against, log);
  believe(
    vouched.identifier.endsWith(`@${provider.domain}`),
    `its e-mail address is not of ${provider.domain}`,
    'email',
  );
  const ticket = randomSecret();
  await db.transaction().execute((tx) => keepAnswer(tx, { request, provider, vouched, ticket, now }));
  log.info({ provider: provider.id, assertion: vouched.assertionId }, 'an identity provider vouches for somebody');
  return new SeeOther(urlOf(sso.callback, { query: { identifier: vouched.identifier, identifierID: ticket } }));
}

interface Kept {
  readonly request: Selectable<Database['sso_request']>;
  /** As it was when it was believed. */
  readonly provider: ProviderRow;
  readonly vouched: Vouched;
  readonly ticket: string;
  readonly now: Date;
}

/** Of the same answer, and of two answers to one request, sent at once to whichever process, one is kept. */
async function keepAnswer(tx: Tx, { request, provider, vouched, ticket, now }: Kept): Promise<void> {
  const held = await lockProvider(tx, provider.id);
  const isSame = held !== undefined && providerHash(held) === providerHash(provider);
  believe(isSame, 'its provider was changed meanwhile', 'request');
  const { provider_id } = request;
  const { assertionId: assertion_id, expiresAt: expires_at } = vouched;
  const isNew = await tx
    .insertInto('sso_assertion')
    .values({ provider_id, assertion_id, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('assertion_id')
    .executeTakeFirst();
  believe(isNew !== undefined, 'it was believed before', 'request');
  const answered = await tx
    .updateTable('sso_request')
    .set({
      ticket_hash: hashOf(ticket),
      provider_hash: providerHash(provider),
      name_id: vouched.nameId,
      identifier: vouched.identifier,
      expires_at: new Date(now.getTime() + ticketMs),
    })
    .where('id', '=', request.id)
    .where('ticket_hash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  believe(answered !== undefined, 'its request was answered meanwhile', 'request');
}
