import type { AvailableBalance } from '@usance/api/available-balance';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { lookNow } from '../account-period/after-money-moved.ts';
import { balanceIn } from '../available-balance/available-balance.queries.ts';

/** Looks at a contract now, whether or not anything waits to be looked at, and answers its balance. */
export async function calculateBalance(ctx: OnLocked<Pick<Work, 'tx' | 'now'>>): Promise<AvailableBalance> {
  await lookNow(ctx, ctx.contract);
  return balanceIn(ctx.tx, ctx);
}
