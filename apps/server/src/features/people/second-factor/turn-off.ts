import type { ParsedBody } from '@usance/api/call';
import type { secondFactor } from '@usance/api/people/second-factor';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { provedAccount } from '../account/proved-account.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { deleteSecondFactor } from '../second-factor-record/keep-second-factor.ts';
import { secondFactorNotices } from '../second-factor-record/second-factor-notices.ts';

/** Turns the caller's second factor off, or drops a pending one. */
export async function turnOff(ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'language'>): Promise<void> {
  const { id, identifier } = await provedAccount(ctx);
  if (await deleteSecondFactor(ctx.tx, id)) await tellOwner(ctx, identifier, secondFactorNotices.off);
}

/** Turns off an account's second factor for an operator. The audit keeps the request with its reason. */
export async function takeOff(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  { body }: { body: ParsedBody<typeof secondFactor.takeOff> },
): Promise<void> {
  const account = await findAccountByIdentifier(ctx.tx, body.identifier);
  if (!account) throw notFound('ACCOUNT_NOT_FOUND');
  if (!(await deleteSecondFactor(ctx.tx, account.id)))
    throw conflict('SECOND_FACTOR_CONFLICT', 'The second factor is not on.');
  await tellOwner(ctx, account.identifier, secondFactorNotices.takenOff);
}
