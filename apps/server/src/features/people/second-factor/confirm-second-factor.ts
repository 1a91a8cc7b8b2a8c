import type { CallReply, ParsedBody } from '@usance/api/call';
import { says } from '@usance/api/rule';
import type { secondFactor } from '@usance/api/second-factor';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { endSessionsBeside } from '../account/end-sessions.ts';
import { provedAccount } from '../account/proved-account.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { keepEnabled } from '../second-factor-record/keep-second-factor.ts';
import { replaceRecoveryCodes } from '../second-factor-record/recovery-codes.ts';
import { secondFactorTold } from '../second-factor-record/second-factor-told.ts';
import { lockSecondFactor, newStepOf } from '../second-factor-record/take-code.ts';

/** How long a secret that was begun can be confirmed. */
export const confirmWithinMs = 3_600_000;

/** Turns the second factor on, and signs out elsewhere whoever has proved the password alone. The code is taken by it. */
export async function confirmSecondFactor(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'outside' | 'subject' | 'cookies' | 'language' | 'sealingKey'>,
  { code }: ParsedBody<typeof secondFactor.confirm>,
): Promise<CallReply<typeof secondFactor.confirm>> {
  const { tx, now } = ctx;
  const { id, identifier } = await provedAccount(ctx);
  const factor = await lockSecondFactor(tx, id);
  if (factor?.enabled_at) throw conflict('SECOND_FACTOR_CONFLICT', 'The second factor is on already.');
  if (!factor || now.getTime() - factor.begun_at.getTime() > confirmWithinMs)
    throw conflict('SECOND_FACTOR_CONFLICT', 'There is no secret to confirm. Begin again.');
  const step = newStepOf(factor, code, ctx.sealingKey, ctx.outside);
  if (step === undefined) throw invalidParameter('code', says('codeWrong'));
  await keepEnabled(tx, id, step, now);
  await endSessionsBeside(tx, id, ctx);
  await tellOwner(ctx, identifier, secondFactorTold.on);
  return { recoveryCodes: await replaceRecoveryCodes(tx, id) };
}
