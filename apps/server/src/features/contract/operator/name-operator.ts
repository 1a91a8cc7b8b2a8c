import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { operators } from '@usance/api/contract/operator';
import type { WriteContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { endAssumedSessionsOf, endSessionsOfOperator } from '../../people/account/signed-in/assumed-session.ts';

/**
 * Makes an account an operator, and ends the sessions in which an operator acts for it. Repeating it keeps the first
 * time.
 */
export async function nameOperator(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  { body: { user } }: { body: ParsedBody<typeof operators.name> },
): Promise<void> {
  // The lock orders this against a concurrent start of an assumed session.
  const locked = tx.selectFrom('account').select('id').where('id', '=', user).forNoKeyUpdate();
  const account = await locked.executeTakeFirst();
  if (!account) throw notFound('ACCOUNT_NOT_FOUND');
  await tx
    .insertInto('operator')
    .values({ account_id: user, named_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await endAssumedSessionsOf(tx, user);
}

/** Dismisses an operator and ends the assumed sessions. */
export async function dismissOperator(
  { tx }: Pick<WriteContext, 'tx'>,
  { params: { user } }: { params: ParsedParams<typeof operators.dismiss> },
): Promise<void> {
  await tx.deleteFrom('operator').where('account_id', '=', user).execute();
  await endSessionsOfOperator(tx, user);
}
