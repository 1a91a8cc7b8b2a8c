import type { CallReply } from '@usance/api/call';
import type { secondFactor } from '@usance/api/people/second-factor';
import type { WriteContext } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { replaceRecoveryCodes } from '../second-factor-record/recovery-codes.ts';
import { lockSecondFactor } from '../second-factor-record/take-code.ts';

/** Returns ten new recovery codes; earlier ones stop working. */
export async function renewRecoveryCodes(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
): Promise<CallReply<typeof secondFactor.renewRecoveryCodes>> {
  const { id } = await provedAccount(ctx);
  if (!(await lockSecondFactor(ctx.tx, id))?.enabled_at)
    throw conflict('SECOND_FACTOR_CONFLICT', 'The second factor is not on.');
  return { recoveryCodes: await replaceRecoveryCodes(ctx.tx, id) };
}
