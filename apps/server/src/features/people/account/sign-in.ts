import { accounts, type Identity } from '@usance/api/account';
import type { ParsedBody } from '@usance/api/call';
import { says } from '@usance/api/rule';
import type { ReadContext } from '#platform/context/context.ts';
import { invalidParameter, Refusal } from '#platform/refusal.ts';
import { secondFactorTold } from '../second-factor-record/second-factor-told.ts';
import { lockSecondFactor, takeCode } from '../second-factor-record/take-code.ts';
import { findAccountByIdentifier } from './account.queries.ts';
import { comeIn } from './come-in.ts';
import { findDevice } from './device.ts';
import { isStillPassword } from './is-still-password.ts';
import { networkOf } from './network-address.ts';
import { passwordFits } from './password.ts';
import { countFailure, forgetFailures, refuseWaiting, waitForOthers } from './sign-in-failures.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Proves a password, and a code where the account has a second factor, and opens a new session. An unknown e-mail and a
 * wrong password answer alike and take equally long; only the right password is told that a code is missing or wrong. Who
 * has guessed either too often is told to wait, whatever they send now. The count of failures is kept even though the
 * request is refused. With `refresh` the session in hand is renewed in place of opening another; without one of this
 * account all is right in vain, and no code is used up.
 */
export async function signIn(ctx: ReadContext, credentials: ParsedBody<typeof accounts.login>): Promise<Identity> {
  const { db, now } = ctx;
  const { code, refresh } = credentials;
  const identifier = credentials.identifier.toLowerCase();
  const device = await findDevice(db, identifier, ctx.cookies);
  const guesser = { identifier, device, network: networkOf(ctx.address) };
  await refuseWaiting(db, guesser, now);
  const signedIn = await db.transaction().execute(async (tx) => {
    // Those who guess at once, on however many servers, are no further than those who guess one after the other, and no
    // password of theirs is even looked at that one after the other would not have been.
    await waitForOthers(tx, guesser);
    await refuseWaiting(tx, guesser, now);
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
    // The password alone forgets nothing, or who knows it could guess codes for ever.
    await forgetFailures(tx, guesser);
    if (proof === 'recovered')
      await tellOwner({ tx, now, language: ctx.language }, account.identifier, secondFactorTold.recovered);
    return comeIn(tx, account.id, ctx, { by: accounts.login, refresh });
  });
  if (signedIn === 'wrong') throw invalidParameter('code', says('codeWrong'));
  if (!signedIn) throw new Refusal('INVALID_CREDENTIALS', 'The email or the password is not right.');
  return signedIn;
}
