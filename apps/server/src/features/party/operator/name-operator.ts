import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { operators } from '@usance/api/operator';
import type { WriteContext } from '../../../platform/context/context.ts';
import { notFound } from '../../../platform/refusal.ts';
import { endSessionsOfOperator } from '../account/assumed-session.ts';

/** Lets an account act for others; one that may already stays so since then. */
export async function nameOperator(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  { body: { user } }: { body: ParsedBody<typeof operators.name> },
): Promise<void> {
  const account = await tx.selectFrom('account').select('id').where('id', '=', user).executeTakeFirst();
  if (!account) throw notFound('ACCOUNT_NOT_FOUND');
  await tx
    .insertInto('operator')
    .values({ account_id: user, named_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lets an account act for others no more, and ends where it does so now. */
export async function dismissOperator(
  { tx }: Pick<WriteContext, 'tx'>,
  { params: { user } }: { params: ParsedParams<typeof operators.dismiss> },
): Promise<void> {
  await tx.deleteFrom('operator').where('account_id', '=', user).execute();
  await endSessionsOfOperator(tx, user);
}
