import type { CallReply } from '@usance/api/call';
import type { secondFactor } from '@usance/api/people/second-factor';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { keepBegun } from '../second-factor-record/keep-second-factor.ts';
import { lockSecondFactor } from '../second-factor-record/take-code.ts';
import { newSecret, tellSecret } from '../second-factor-record/totp.ts';
import { confirmWithinMs } from './confirm-second-factor.ts';

/** Creates a secret for the caller in place of a pending one. It takes effect once a code confirms it. */
export async function beginSecondFactor(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'sealingKey'>,
): Promise<CallReply<typeof secondFactor.begin>> {
  const { tx, now } = ctx;
  const { id, identifier } = await provedAccount(ctx);
  if ((await lockSecondFactor(tx, id))?.enabled_at)
    throw conflict('SECOND_FACTOR_CONFLICT', 'The second factor is already on. Turn it off before you set up another.');
  const secret = newSecret();
  await keepBegun(tx, id, ctx.sealingKey.seal(secret, id), now);
  return { ...tellSecret(secret, identifier), gmtExpires: new Date(now.getTime() + confirmWithinMs).toISOString() };
}
