import type { accounts, Identity } from '@usance/api/account';
import type { ParsedBody } from '@usance/api/call';
import type { ReadContext } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findAccountByIdentifier, identityOf } from './account.queries.ts';
import { isLockedUntil, lockMsAfter } from './lockout.ts';
import { passwordFits } from './password.ts';
import { openSession } from './session.ts';

/**
 * Proves a password and opens a new session. Unknown e-mail, wrong password and locked account answer alike and take
 * equally long; the count of failures is kept even though the request is refused.
 */
export async function signIn(
  ctx: ReadContext,
  { body: credentials }: { body: ParsedBody<typeof accounts.login> },
): Promise<Identity> {
  const { now } = ctx;
  const identifier = credentials.identifier.toLowerCase();
  const account = await findAccountByIdentifier(ctx.db, identifier);
  const locked = await isLocked(ctx, identifier, now);
  const fits = await passwordFits(account?.password_hash, credentials.password);
  if (!account || locked || !fits) {
    if (!locked) await countFailure(ctx, identifier, now);
    throw new Refusal('INVALID_CREDENTIALS', 'The email or the password is not right.');
  }
  await ctx.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sign_in_failure').where('identifier', '=', identifier).execute();
    await openSession(tx, account.id, now, ctx.cookies);
  });
  return identityOf(account);
}

async function isLocked(ctx: ReadContext, identifier: string, now: Date): Promise<boolean> {
  const failure = await ctx.db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return failure?.locked_until != null && isLockedUntil(failure.locked_until, now);
}

async function countFailure(ctx: ReadContext, identifier: string, now: Date): Promise<void> {
  const { failures } = await ctx.db
    .insertInto('sign_in_failure')
    .values({ identifier, failures: 1, locked_until: null })
    .onConflict((conflict) =>
      conflict.column('identifier').doUpdateSet((eb) => ({ failures: eb('sign_in_failure.failures', '+', 1) })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  const lockMs = lockMsAfter(failures);
  if (lockMs === 0) return;
  await ctx.db
    .updateTable('sign_in_failure')
    .set({ locked_until: new Date(now.getTime() + lockMs) })
    .where('identifier', '=', identifier)
    .execute();
}
