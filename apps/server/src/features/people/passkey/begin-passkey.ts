import type { CallReply } from '@usance/api/call';
import type { passkeys } from '@usance/api/people/passkey';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { conflict } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { challengeMs, newChallenge, sessionHolder } from './challenge.ts';
import { passkeysOf } from './passkey.queries.ts';
import { relyingPartyOf } from './relying-party.ts';

/** COSE algorithms: Ed25519, ECDSA with P-256, RSA with SHA-256. */
export const algorithms = [-8, -7, -257];

const mostPasskeys = 20;

/** Returns the options from which the caller's browser makes a passkey: discoverable, with user verification. */
export async function beginPasskey(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'host'>,
): Promise<CallReply<typeof passkeys.begin>> {
  const { tx, now } = ctx;
  const { sessionId } = signedInSubject(ctx.subject);
  const { id: rpId } = relyingPartyOf(ctx);
  const { id, identifier } = await provedAccount(ctx);
  const held = await passkeysOf(tx, id);
  refuseFull(held);
  return {
    challenge: await newChallenge(tx, sessionHolder(sessionId), now),
    rp: { id: rpId, name: 'Usance' },
    user: { id: userHandleOf(id), name: identifier, displayName: identifier },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    excludeCredentials: held
      .filter(({ rp_id }) => rp_id === rpId)
      .map(({ credential_id, transports }) => ({
        id: credential_id,
        type: 'public-key',
        transports: transports.split(',').filter((way) => way !== ''),
      })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** The user handle that an authenticator stores and sends with each signature. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');

export function refuseFull(held: readonly unknown[]): void {
  if (held.length >= mostPasskeys)
    throw conflict('PASSKEY_LIMIT', `You have ${mostPasskeys} passkeys. Remove one before you add another.`);
}
