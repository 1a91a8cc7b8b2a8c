import type { withdrawals } from '@usance/api/billing/withdrawal';
import type { ParsedBody } from '@usance/api/call';
import type { CashHold } from '@usance/api/money/hold';
import type { WriteContext } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { cashHoldOf } from '../../money/cash-hold/cash-hold.ts';
import { placeHold } from '../../money/cash-hold/place-hold.ts';
import { personOf } from '../../people/token/person-of.ts';

/** Holds cash for a withdrawal; 409 if there is not enough free cash. */
export async function beginWithdrawal(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject'>>,
  { body: { amount, reasonCode, reason, ...counterpart } }: { body: ParsedBody<typeof withdrawals.beginWithdrawal> },
): Promise<CashHold> {
  const begunBy = await personOf(ctx);
  const given = { cause: 'withdrawal', amount, reasonCode, reason, counterpart, begunBy } as const;
  return cashHoldOf(await placeHold(ctx, ctx.contract, given), ctx.contract.currency);
}
