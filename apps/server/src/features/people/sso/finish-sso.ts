import type { ParsedQuery } from '@usance/api/call';
import { sso } from '@usance/api/people/sso';
import type { ReadContext } from '#platform/context/context.ts';
import { SeeOther } from '#platform/http/calls/reply/see-other.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { Refusal } from '#platform/refusal.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { createUnlessThere } from '../account/create-account.ts';
import { openOrRenewSession } from '../account/open-or-renew-session.ts';
import { hashPassword } from '../account/password.ts';
import { findProvider, lockProvider } from '../identity-provider/identity-provider.queries.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';
import { findLinked, linkAccount } from '../identity-provider/provider-links.ts';
import { keepRefusal } from '../identity-provider/provider-refusals.ts';
import { lockSecondFactor } from '../second-factor-record/take-code.ts';
import { markOf } from './browser-mark.ts';
import { providerHash } from './provider-hash.ts';
import { reportOf, ssoRefused } from './refused.ts';
import { Untrusted } from './saml/untrusted.ts';

/** A single sign-on with its verified answer, in the browser that began it. */
interface Answered {
  readonly id: string;
  readonly provider: ProviderRow;
  /** The hash of the provider at the time its answer was verified. */
  readonly providerHash: string | null;
  readonly nameId: string;
  readonly identifier: string;
  readonly target: string;
}

/**
 * Finishes a single sign-on: trades the ticket for a session in the browser that began it. A person is known by their
 * name at the provider; the first time, their e-mail finds their account.
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
      await keepRefusal(db, { providerId: answered.provider.id, ...reportOf(error.cause) }, now);
    throw error;
  });
  log.info({ account: accountId, provider: answered.provider.id }, 'signed in by single sign-on');
  return new SeeOther(answered.target);
}

function signedIn(ctx: ReadContext, answered: Answered, passwordHash: string | undefined) {
  const { db, now } = ctx;
  return db.transaction().execute(async (tx) => {
    // Locks the provider first, in the order in which deleting it locks.
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
    // The provider proves one factor only, so an account with a second factor must use its password and code.
    if ((await lockSecondFactor(tx, id))?.enabled_at)
      throw new Refusal(
        'SINGLE_SIGN_ON_SECOND_FACTOR',
        'This account has a second factor. Please sign in with your password and its code.',
        {},
        new Untrusted('the account has a second factor, so that it needs its password and code', 'account'),
      );
    return openOrRenewSession(tx, id, ctx, { by: sso.callback });
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

/** Hashes an unknown random password for an account that may be created. Its owner can set one by mail. */
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
  // Serialises sign-ons of one provider: two first sign-ons of a person must create one account.
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
      new Untrusted('no account has this e-mail address, and the provider may not create one', 'account'),
    );
  // Another person of the provider owns the account: their e-mail was reassigned.
  if (!(await linkAccount(work, person, id)))
    throw ssoRefused(new Untrusted('the account belongs to another person of the provider', 'account'));
  return id;
}
