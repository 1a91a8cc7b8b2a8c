import type { accounts, Identity } from '@usance/api/account';
import type { ParsedBody } from '@usance/api/call';
import type { ReadContext } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findAccountByIdentifier, identityOf } from './account.queries.ts';
import { findDevice, rememberDevice } from './device.ts';
import { networkOf } from './network-address.ts';
import { passwordFits } from './password.ts';
import { openSession } from './session.ts';
import { countFailure, forgetFailures, refuseWaiting } from './sign-in-failures.ts';

/**
 * Proves a password and opens a new session. An unknown e-mail and a wrong password answer alike and take equally long;
 * who has guessed too often is told to wait, whatever they send now. The count of failures is kept even though the
 * request is refused.
 */
export async function signIn(
  ctx: ReadContext,
  { body: credentials }: { body: ParsedBody<typeof accounts.login> },
): Promise<Identity> {
  const { db, now, cookies } = ctx;
  const identifier = credentials.identifier.toLowerCase();
  const device = await findDevice(db, identifier, cookies);
  const guesser = { identifier, device, network: networkOf(ctx.address) };
  await refuseWaiting(db, guesser, now);
  const account = await findAccountByIdentifier(db, identifier);
  const fits = await passwordFits(account?.password_hash, credentials.password);
  const signedIn = await db.transaction().execute(async (tx) => {
    // Those who guess at once are no further than those who guess one after the other.
    await refuseWaiting(tx, guesser, now);
    if (!account || !fits) return countFailure(tx, guesser, now);
    await forgetFailures(tx, guesser);
    await openSession(tx, account.id, now, cookies);
    await rememberDevice(tx, account.id, now, cookies);
    return account;
  });
  if (!signedIn) throw new Refusal('INVALID_CREDENTIALS', 'The email or the password is not right.');
  return identityOf(signedIn);
}
