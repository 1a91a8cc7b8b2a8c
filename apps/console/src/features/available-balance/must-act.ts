import type { AvailableBalance } from '@usance/api/billing/available-balance';

/**
 * True if a payment would change the account's state: not in the normal state or after destruction, nor while a
 * dispute stops its days.
 */
export function mustAct({ state }: AvailableBalance): boolean {
  return state.summary !== 'normal' && state.summary !== 'destructionPeriod' && state.stoppedAt === undefined;
}
