import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { ParsedBody } from '@usance/api/call';
import { type Passkey, passkeyId, passkeys } from '@usance/api/people/passkey';
import { says } from '@usance/api/rule';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { auditAccount } from '#platform/http/calls/audit/audit.ts';
import { newId } from '#platform/ids.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { algorithms, refuseFull } from './begin-passkey.ts';
import { sessionHolder, takeChallenge } from './challenge.ts';
import { isFramed } from './is-framed.ts';
import { passkeyOf, passkeysOf } from './passkey.queries.ts';
import { passkeyNotices } from './passkey-notices.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

type Said = ParsedBody<typeof passkeys.add>;

/** Adds a passkey that a browser made for this session's challenge. The challenge is used up even by a refusal. */
export async function addPasskey(ctx: ReadContext, { name, credential }: Said): Promise<Passkey> {
  const { db, now, subject, language } = ctx;
  const { sessionId } = signedInSubject(subject);
  const party = relyingPartyOf(ctx);
  const challenge = await db.transaction().execute(async (tx) => {
    await provedAccount({ tx, now, subject });
    return takeChallenge(tx, sessionHolder(sessionId), now);
  });
  const made = challenge && (await keyOf(credential, challenge, party));
  if (!made) throw invalidParameter('credential', says('passkeyWrong'));
  return db.transaction().execute(async (tx) => {
    const { id, identifier } = await provedAccount({ tx, now, subject });
    refuseFull(await passkeysOf(tx, id));
    const added = await tx
      .insertInto('passkey')
      .values({
        id: newId(passkeyId),
        account_id: id,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey).toString('base64url'),
        rp_id: party.id,
        transports: (credential.response.transports ?? []).join(','),
        sign_count: String(made.counter),
        name,
        created_at: now,
        last_used_at: null,
      })
      .onConflict((same) => same.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    if (!added) throw conflict('PASSKEY_EXISTS', 'This passkey has already been added.');
    await auditAccount(tx, passkeys.add, ctx, id);
    await tellOwner({ tx, now, language }, identifier, passkeyNotices.added(name));
    return passkeyOf(added);
  });
}

/** Returns the public key if every part of the credential fits the challenge. The library verifies the attestation. */
async function keyOf({ response, ...credential }: Said['credential'], challenge: string, party: RelyingParty) {
  if (isFramed(response.clientDataJSON)) return undefined;
  const { clientDataJSON, attestationObject } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  const made = verified?.registrationInfo?.credential;
  return made?.id === credential.id ? made : undefined;
}
