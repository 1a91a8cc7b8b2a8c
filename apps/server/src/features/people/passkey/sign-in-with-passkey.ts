import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { CallReply, ParsedBody } from '@usance/api/call';
import type { Identity } from '@usance/api/people/account';
import { passkeys } from '@usance/api/people/passkey';
import type { ReadContext, WriteContext } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { hashOf } from '#platform/random-secret.ts';
import { Refusal } from '#platform/refusal.ts';
import { networkOf } from '../account/lockout/network-address.ts';
import { countFailure, forgetFailures, refuseLocked, serializeGuesses } from '../account/lockout/sign-in-failures.ts';
import { openOrRenewSession } from '../account/open-or-renew-session.ts';
import { findDevice } from '../account/signed-in/device.ts';
import { userHandleOf } from './begin-passkey.ts';
import { browserHolder, challengeMs, newBrowserHolder, newChallenge, takeChallenge } from './challenge.ts';
import { isFramed } from './is-framed.ts';
import { findPasskey } from './passkey.queries.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

type Said = ParsedBody<typeof passkeys.signIn>;
type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** Returns a challenge that any passkey of this browser may sign. It names no account, so it reveals none. */
export async function beginSignIn(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'cookies' | 'host'>,
): Promise<CallReply<typeof passkeys.beginSignIn>> {
  const { id: rpId } = relyingPartyOf(ctx);
  const challenge = await newChallenge(ctx.tx, newBrowserHolder(ctx.cookies), ctx.now);
  return { challenge, rpId, timeout: challengeMs, userVerification: 'required' };
}

/**
 * Verifies a passkey, which counts as password and code, and opens a session or renews the calling one. Every failure
 * gets the same answer. It counts like a wrong password: for the named passkey, known or not, and for the network.
 * Guesses at a person's password do not lock out their passkey, which cannot be guessed.
 */
export async function signInWithPasskey(ctx: ReadContext, { credential, refresh }: Said): Promise<Identity> {
  const { db, now, cookies } = ctx;
  const party = relyingPartyOf(ctx);
  const found = await findPasskey(db, credential.id);
  const device = await findDevice(db, found?.identifier.toLowerCase() ?? '', cookies);
  const guesser = { identifier: `passkey ${hashOf(credential.id)}`, device, network: networkOf(ctx.address) };
  await refuseLocked(db, guesser, now);
  const holder = browserHolder(cookies);
  const challenge = holder && (await takeChallenge(db, holder, now));
  const count = found && challenge ? await signCountOf(credential, { found, challenge, party }) : undefined;
  const signedIn = await db.transaction().execute(async (tx) => {
    await serializeGuesses(tx, guesser);
    await refuseLocked(tx, guesser, now);
    if (!found || count === undefined || !(await keepUse(tx, found, count, ctx))) {
      await countFailure(tx, guesser, now);
      return undefined;
    }
    await forgetFailures(tx, guesser);
    return openOrRenewSession(tx, found.account_id, ctx, { by: passkeys.signIn, refresh });
  });
  if (!signedIn)
    throw new Refusal('PASSKEY_REFUSED', 'This passkey was not accepted. Try again, or sign in with your password.');
  return signedIn;
}

/**
 * Returns the signature count if the passkey signed this challenge for this host with user verification; otherwise
 * undefined.
 */
async function signCountOf(
  { response, ...credential }: Said['credential'],
  { found, challenge, party }: { found: Found; challenge: string; party: RelyingParty },
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (found.rp_id !== party.id || userHandle !== userHandleOf(found.account_id) || isFramed(clientDataJSON))
    return undefined;
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    // `keepUse` compares the count when it is stored, since two sign-ins may run at once.
    credential: { id: found.credential_id, publicKey: Buffer.from(found.public_key, 'base64url'), counter: 0 },
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * Records a use of the passkey. Returns false if it was removed, or if its count did not go up: a copy may be in use.
 */
async function keepUse(tx: Tx, { id }: Found, count: number, { now, log }: ReadContext): Promise<boolean> {
  const used = await tx
    .updateTable('passkey')
    .set({ sign_count: String(count), last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', String(count)),
        // Passkeys that are synchronised over devices do not count.
        eb.and([eb('sign_count', '=', '0'), eb.val(count === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!used) log.warn({ passkey: id, count }, 'refused a passkey whose count did not go up: there may be a copy');
  return used !== undefined;
}
