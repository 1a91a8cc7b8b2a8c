import {
  checkAvailableBalance,
  getAvailableBalance,
  getAvailableBalanceInternal,
  listAvailableBalances as listAvailableBalancesCall,
  listAvailableBalancesInternal as listAvailableBalancesInternalCall,
} from '@usance/api/available-balance';
import type { Router } from '../../../platform/http/mount.ts';
import { listAvailableBalances } from './list-available-balances.ts';
import { coversAmount, readAvailableBalance } from './read-available-balance.ts';

/** The available balance's calls on the public listener. */
export function balanceRoutes(router: Router): void {
  router.read(getAvailableBalance, (ctx, { params }) => readAvailableBalance(ctx, params.id));
  router.read(listAvailableBalancesCall, (ctx, { query }) => listAvailableBalances(ctx, query));
  router.read(checkAvailableBalance, async (ctx, { params, body }) => ({
    sufficient: await coversAmount(ctx, params.id, body.amount),
  }));
}

/** The available balance's calls on the internal listener. */
export function balanceInternalRoutes(router: Router): void {
  router.read(getAvailableBalanceInternal, (ctx, { params }) => readAvailableBalance(ctx, params.id));
  router.read(listAvailableBalancesInternalCall, (ctx, { query }) => listAvailableBalances(ctx, query));
}
