import type { AvailableBalance } from '@usance/api/billing/available-balance';

/**
 * True if a payment keeps the next state away. None is needed in the normal state, after destruction, while a dispute
 * stops the days, or in an overdraft that was agreed.
 */
export function mustAct({ state, details }: AvailableBalance): boolean {
  if (state.summary === 'overdraft') return details.overdraftEnd !== undefined;
  return state.summary !== 'normal' && state.summary !== 'destructionPeriod' && state.stoppedAt === undefined;
}
