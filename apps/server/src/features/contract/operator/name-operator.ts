import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { operators } from '@usance/api/operator';
import type { WriteContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { endAssumedSessionsOf, endSessionsOfOperator } from '../../people/account/assumed-session.ts';

/** Lets an account act for others; one that may already stays so since then. Whoever acts for it just then stops. */
export async function nameOperator(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  { body: { user } }: { body: ParsedBody<typeof operators.name> },
): Promise<void> {
  // Who begins to act for it meanwhile waits for this, or this for them.
  const held = tx.selectFrom('account').select('id').where('id', '=', user).forNoKeyUpdate();
  const account = await held.executeTakeFirst();
  if (!account) throw notFound('ACCOUNT_NOT_FOUND');
  await tx
    .insertInto('operator')
    .values({ account_id: user, named_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await endAssumedSessionsOf(tx, user);
}

/** Lets an account act for others no more, and ends where it does so now. */
export async function dismissOperator(
  { tx }: Pick<WriteContext, 'tx'>,
  { params: { user } }: { params: ParsedParams<typeof operators.dismiss> },
): Promise<void> {
  await tx.deleteFrom('operator').where('account_id', '=', user).execute();
  await endSessionsOfOperator(tx, user);
}
