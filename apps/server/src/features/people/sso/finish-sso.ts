import type { ParsedQuery } from '@usance/api/call';
import { sso } from '@usance/api/sso';
import type { ReadContext } from '#platform/context/context.ts';
import { SeeOther } from '#platform/http/calls/see-other.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { Refusal } from '#platform/refusal.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { comeIn } from '../account/come-in.ts';
import { createUnlessThere } from '../account/create-account.ts';
import { hashPassword } from '../account/password.ts';
import { findProvider, lockProvider } from '../identity-provider/identity-provider.queries.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';
import { findLinked, linkAccount } from '../identity-provider/provider-links.ts';
import { keepRefusal } from '../identity-provider/provider-refusals.ts';
import { lockSecondFactor } from '../second-factor-record/take-code.ts';
import { markOf } from './browser-mark.ts';
import { providerHash } from './provider-hash.ts';
import { ssoRefused, toldOf } from './refused.ts';
import { Untrusted } from './saml/untrusted.ts';

/** A single sign-on that was answered, in the browser that began it. */
interface Answered {
  readonly id: string;
  readonly provider: ProviderRow;
  /** Of the provider as it was when it was believed. */
  readonly providerHash: string | null;
  readonly nameId: string;
  readonly identifier: string;
  readonly target: string;
}

/**
 * Signs in the browser that began a single sign-on, with the ticket that its answer was exchanged for. Somebody is known by
 * what their provider calls them; the first time their e-mail says which account is theirs.
 */
export async function finishSso(
  ctx: ReadContext,
  { query }: { query: ParsedQuery<typeof sso.callback> },
): Promise<SeeOther> {
  const { db, now, log } = ctx;
  const answered = await findAnswered(ctx, query);
  const passwordHash = await hashForNew(db, answered);
  const { id: accountId } = await signedIn(ctx, answered, passwordHash).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.cause instanceof Untrusted)
      await keepRefusal(db, { providerId: answered.provider.id, ...toldOf(error.cause) }, now);
    throw error;
  });
  log.info({ account: accountId, provider: answered.provider.id }, 'signed in by single sign-on');
  return new SeeOther(answered.target);
}

function signedIn(ctx: ReadContext, answered: Answered, passwordHash: string | undefined) {
  const { db, now } = ctx;
  return db.transaction().execute(async (tx) => {
    // First, as whoever takes it away begins with it.
    const provider = await lockProvider(tx, answered.provider.id);
    if (!provider || providerHash(provider) !== answered.providerHash)
      throw ssoRefused(new Untrusted('its provider was changed meanwhile', 'request'));
    const used = await tx
      .updateTable('sso_request')
      .set({ used_at: now })
      .where('id', '=', answered.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw ssoRefused();
    const id = await accountOf({ tx, now }, { ...answered, provider }, passwordHash);
    // The provider's word is one factor; whoever has set up a second one here is not let in without it.
    if ((await lockSecondFactor(tx, id))?.enabled_at)
      throw new Refusal(
        'SINGLE_SIGN_ON_SECOND_FACTOR',
        'This account has a second factor. Please sign in with your password and its code.',
        {},
        new Untrusted('the account has a second factor, so that it needs its password and code', 'account'),
      );
    return comeIn(tx, id, ctx, { by: sso.callback });
  });
}

async function findAnswered(
  { db, now, cookies }: Pick<ReadContext, 'db' | 'now' | 'cookies'>,
  { identifier, identifierID }: ParsedQuery<typeof sso.callback>,
): Promise<Answered> {
  const row = await db
    .selectFrom('sso_request')
    .selectAll()
    .where('ticket_hash', '=', hashOf(identifierID))
    .where('browser_hash', '=', markOf(cookies) ?? '')
    .where('identifier', '=', identifier.toLowerCase())
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  const provider = row && (await findProvider(db, row.provider_id));
  if (!provider || row.name_id === null || row.identifier === null) throw ssoRefused();
  return {
    id: row.id,
    provider,
    providerHash: row.provider_hash,
    nameId: row.name_id,
    identifier: row.identifier,
    target: row.target,
  };
}

/** Of a password that nobody knows, for an account that is made: its owner sets one by mail if they want one. */
async function hashForNew(db: Db, { provider, identifier }: Answered): Promise<string | undefined> {
  if (!provider.makes_accounts || (await findAccountByIdentifier(db, identifier))) return undefined;
  return hashPassword(randomSecret());
}

async function accountOf(
  work: { tx: Tx; now: Date },
  { provider, nameId, identifier }: Answered,
  passwordHash: string | undefined,
): Promise<string> {
  const { tx, now } = work;
  // Somebody whose first two sign-ons end at once is one person.
  await takeTurns(tx, `sso of ${provider.id}`);
  const person = { providerId: provider.id, nameId };
  const linked = await findLinked(tx, person);
  if (linked !== undefined) return linked;
  const mayMake = provider.makes_accounts && passwordHash !== undefined;
  const made = mayMake ? await createUnlessThere(tx, { identifier, passwordHash, traits: {} }, now) : undefined;
  const id = made ?? (await findAccountByIdentifier(tx, identifier))?.id;
  if (id === undefined)
    throw new Refusal(
      'SINGLE_SIGN_ON_NO_ACCOUNT',
      'There is no account for you here yet. Please ask for one.',
      {},
      new Untrusted('nobody has an account with this e-mail address, and the provider makes none', 'account'),
    );
  // The account is somebody else's of the provider: their e-mail was given to another person.
  if (!(await linkAccount(work, person, id)))
    throw ssoRefused(new Untrusted('the account belongs to another person of the provider', 'account'));
  return id;
}
