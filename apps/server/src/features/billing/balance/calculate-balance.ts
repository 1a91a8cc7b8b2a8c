import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { checkNow } from '../account-period/after-money-moved.ts';
import { balanceIn } from '../available-balance/available-balance.queries.ts';

/** Derives the account period in any case, and returns the contract's balance. */
export async function calculateBalance(ctx: OnLocked<Pick<Work, 'tx' | 'now'>>): Promise<AvailableBalance> {
  await checkNow(ctx, ctx.contract);
  return balanceIn(ctx.tx, ctx);
}
