import type { AvailableBalance } from '@usance/api/available-balance';

/** Whether paying would change how the account stands: not while all is well or all is gone, nor while a dispute stops its days. */
export function mustAct({ state }: AvailableBalance): boolean {
  return state.summary !== 'normal' && state.summary !== 'destructionPeriod' && state.stoppedAt === undefined;
}
