import type { CallReply, ParsedBody } from '@usance/api/call';
import type { secondFactor } from '@usance/api/people/second-factor';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { endOtherSessionsByCookie } from '../account/signed-in/end-sessions.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { keepEnabled } from '../second-factor-record/keep-second-factor.ts';
import { replaceRecoveryCodes } from '../second-factor-record/recovery-codes.ts';
import { secondFactorNotices } from '../second-factor-record/second-factor-notices.ts';
import { lockSecondFactor, newStepOf } from '../second-factor-record/take-code.ts';

/** The time within which a pending secret can be confirmed. */
export const confirmWithinMs = 3_600_000;

/**
 * Turns the second factor on, uses up the code, and ends the account's other sessions, which have proved only the
 * password.
 */
export async function confirmSecondFactor(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'outside' | 'subject' | 'cookies' | 'language' | 'sealingKey'>,
  { code }: ParsedBody<typeof secondFactor.confirm>,
): Promise<CallReply<typeof secondFactor.confirm>> {
  const { tx, now } = ctx;
  const { id, identifier } = await provedAccount(ctx);
  const factor = await lockSecondFactor(tx, id);
  if (factor?.enabled_at) throw conflict('SECOND_FACTOR_CONFLICT', 'The second factor is already on.');
  if (!factor || now.getTime() - factor.begun_at.getTime() > confirmWithinMs)
    throw conflict('SECOND_FACTOR_CONFLICT', 'There is no secret to confirm. Begin again.');
  const step = newStepOf(factor, code, ctx.sealingKey, ctx.outside);
  if (step === undefined) throw invalidParameter('code', says('codeWrong'));
  await keepEnabled(tx, id, step, now);
  await endOtherSessionsByCookie(tx, id, ctx);
  await tellOwner(ctx, identifier, secondFactorNotices.on);
  return { recoveryCodes: await replaceRecoveryCodes(tx, id) };
}
