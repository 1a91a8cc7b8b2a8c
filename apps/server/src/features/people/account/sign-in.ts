import type { ParsedBody } from '@usance/api/call';
import { accounts, type Identity } from '@usance/api/people/account';
import { says } from '@usance/api/rule';
import type { ReadContext } from '#platform/context/context.ts';
import { invalidParameter, Refusal } from '#platform/refusal.ts';
import { secondFactorNotices } from '../second-factor-record/second-factor-notices.ts';
import { lockSecondFactor, takeCode } from '../second-factor-record/take-code.ts';
import { findAccountByIdentifier } from './account.queries.ts';
import { isStillPassword } from './is-still-password.ts';
import { networkOf } from './lockout/network-address.ts';
import { countFailure, forgetFailures, refuseLocked, serializeGuesses } from './lockout/sign-in-failures.ts';
import { openOrRenewSession } from './open-or-renew-session.ts';
import { passwordFits } from './password.ts';
import { findDevice } from './signed-in/device.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Verifies the password, and the code if the account has a second factor, and opens a session. With `refresh`, renews
 * the calling session instead; if it is not of this account, the sign-in is refused and no code is used up.
 * An unknown e-mail and a wrong password get the same answer in the same time. Only the right password learns that a
 * code is missing or wrong. Failures are counted even though the request is refused.
 */
export async function signIn(ctx: ReadContext, credentials: ParsedBody<typeof accounts.login>): Promise<Identity> {
  const { db, now } = ctx;
  const { code, refresh } = credentials;
  const identifier = credentials.identifier.toLowerCase();
  const device = await findDevice(db, identifier, ctx.cookies);
  const guesser = { identifier, device, network: networkOf(ctx.address) };
  await refuseLocked(db, guesser, now);
  const signedIn = await db.transaction().execute(async (tx) => {
    // Serialised, so that concurrent guesses, even on several servers, get no more tries than guesses one by one.
    await serializeGuesses(tx, guesser);
    await refuseLocked(tx, guesser, now);
    const account = await findAccountByIdentifier(tx, identifier);
    const fits =
      (await passwordFits(account?.password_hash, credentials.password)) && (await isStillPassword(tx, account));
    await lockSecondFactor(tx, account?.id ?? '');
    const proof =
      account && fits
        ? await takeCode(tx, { accountId: account.id, code, key: ctx.sealingKey, now: ctx.outside })
        : 'denied';
    if (proof === 'needed') throw new Refusal('SECOND_FACTOR_REQUIRED', 'Please enter the code of your second factor.');
    if (!account || (proof !== 'proved' && proof !== 'recovered')) {
      await countFailure(tx, guesser, now);
      return proof === 'wrong' ? proof : undefined;
    }
    // The right password alone does not reset the count, or a thief of the password could guess codes for ever.
    await forgetFailures(tx, guesser);
    if (proof === 'recovered')
      await tellOwner({ tx, now, language: ctx.language }, account.identifier, secondFactorNotices.recovered);
    return openOrRenewSession(tx, account.id, ctx, { by: accounts.login, refresh });
  });
  if (signedIn === 'wrong') throw invalidParameter('code', says('codeWrong'));
  if (!signedIn) throw new Refusal('INVALID_CREDENTIALS', 'The email or the password is not right.');
  return signedIn;
}
