import type { ParsedBody } from '@usance/api/call';
import type { CashHold, holds } from '@usance/api/money/hold';
import type { WriteContext } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { cashHoldOf } from '../../money/cash-hold/cash-hold.ts';
import { placeHold } from '../../money/cash-hold/place-hold.ts';
import { personOf } from '../../people/token/person-of.ts';

/** Holds free cash until an operator releases it; 409 if there is not enough. */
export async function holdCash(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject'>>,
  { body }: { body: ParsedBody<typeof holds.hold> },
): Promise<CashHold> {
  const hold = await placeHold(ctx, ctx.contract, { ...body, cause: 'manual', begunBy: await personOf(ctx) });
  return cashHoldOf(hold, ctx.contract.currency);
}
