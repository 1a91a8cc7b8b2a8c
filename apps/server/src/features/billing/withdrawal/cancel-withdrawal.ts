import type { withdrawals } from '@usance/api/billing/withdrawal';
import type { CashHold } from '@usance/api/money/hold';
import type { Work, WriteContext } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getOpenHold } from '../../money/cash-hold/cash-hold.queries.ts';
import { cashHoldOf } from '../../money/cash-hold/cash-hold.ts';
import { endHold } from '../../money/cash-hold/end-hold.ts';
import { personOf } from '../../people/token/person-of.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';

/**
 * Cancels a withdrawal, whose cash then pays due statements; 404 if there is no such withdrawal, 409 if it has ended.
 */
export async function cancelWithdrawal(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject'> & Pick<Work, 'dueBy'>>,
  { params: { holdID }, body }: Input<typeof withdrawals.cancelWithdrawal>,
): Promise<CashHold> {
  const { tx, contract } = ctx;
  const hold = await getOpenHold(tx, contract, holdID, ['withdrawal']);
  const by = await personOf(ctx);
  const ended = await endHold(ctx, contract, hold, { ...body, state: 'cancelled', by });
  await deductDue(ctx, contract);
  return cashHoldOf(ended, contract.currency);
}
