import type { ParsedBody } from '@usance/api/call';
import { sso } from '@usance/api/people/sso';
import { urlOf } from '@usance/api/request';
import type { Selectable } from 'kysely';
import type { SpanningContext } from '#platform/context/context.ts';
import { SeeOther } from '#platform/http/calls/reply/see-other.ts';
import type { Database, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { findProvider, lockProvider } from '../identity-provider/identity-provider.queries.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';
import { keepRefusal } from '../identity-provider/provider-refusals.ts';
import { providerHash } from './provider-hash.ts';
import { reportOf, ssoRefused } from './refused.ts';
import { requestAnsweredBy, vouchedIn } from './saml/read-answer.ts';
import { believe, Untrusted } from './saml/untrusted.ts';
import type { Vouched } from './saml/verified-answer.ts';

const ticketMs = 120_000;

type Context = Pick<SpanningContext, 'db' | 'now' | 'outside' | 'log' | 'requestId' | 'serviceProvider'>;

/**
 * Takes a provider's answer, once. Another site's page has the browser send it, without our cookies, so this call
 * opens no session: it redirects with a ticket to the call that gets our cookie. Only the log and operators see why
 * an answer is not trusted.
 */
export async function takeAnswer(ctx: Context, { body }: { body: ParsedBody<typeof sso.answer> }): Promise<SeeOther> {
  try {
    return await believed(ctx, body.SAMLResponse);
  } catch (error) {
    if (!(error instanceof Untrusted)) throw error;
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the answer of an identity provider is not trusted');
    await noteRefusal(ctx, body.SAMLResponse, error);
    throw ssoRefused(error);
  }
}

/** The request id is secret, so the sender has begun a sign-on at that provider. */
async function noteRefusal({ db, now }: Context, encoded: string, refused: Untrusted): Promise<void> {
  const named = /\sInResponseTo=["'](_[0-9a-f]{32})["']/.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1];
  if (named === undefined) return;
  const asked = db.selectFrom('sso_request').select('provider_id').where('id', '=', named);
  const providerId = (await asked.executeTakeFirst())?.provider_id;
  if (providerId !== undefined) await keepRefusal(db, { providerId, ...reportOf(refused) }, now);
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
  believe(provider !== undefined, 'its provider was deleted', 'request');
  const { entity_id, sign_on_url, certificates } = provider;
  // Verified by real time: a provider does not know a test clock.
  const against = { provider: { entity_id, sign_on_url, certificates }, own: serviceProvider, now: outside };
  const vouched = await vouchedIn(encoded, against, log);
  believe(
    vouched.identifier.endsWith(`@${provider.domain}`),
    `its e-mail address is not of ${provider.domain}`,
    'email',
  );
  const ticket = randomSecret();
  await db.transaction().execute((tx) => keepAnswer(tx, { request, provider, vouched, ticket, now }));
  log.info({ provider: provider.id, assertion: vouched.assertionId }, 'an identity provider vouches for a person');
  return new SeeOther(urlOf(sso.callback, { query: { identifier: vouched.identifier, identifierID: ticket } }));
}

interface Kept {
  readonly request: Selectable<Database['sso_request']>;
  /** The provider at the time its answer was verified. */
  readonly provider: ProviderRow;
  readonly vouched: Vouched;
  readonly ticket: string;
  readonly now: Date;
}

/** Stores an answer unless the same answer, or another one to the same request, was stored first by any process. */
async function keepAnswer(tx: Tx, { request, provider, vouched, ticket, now }: Kept): Promise<void> {
  const locked = await lockProvider(tx, provider.id);
  const isSame = locked !== undefined && providerHash(locked) === providerHash(provider);
  believe(isSame, 'its provider was changed meanwhile', 'request');
  const { provider_id } = request;
  const { assertionId: assertion_id, expiresAt: expires_at } = vouched;
  const isNew = await tx
    .insertInto('sso_assertion')
    .values({ provider_id, assertion_id, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('assertion_id')
    .executeTakeFirst();
  believe(isNew !== undefined, 'it was accepted before', 'request');
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
