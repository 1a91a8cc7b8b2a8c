import type { Day } from '@usance/period/day';
import { OverLimits } from '../../../platform/clickhouse/errors.ts';
import type { Deps } from '../../../platform/context/context.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { rateStretch } from './rate-stretch.ts';

/** As rateStretch, but days for which there is no room at once are rated in halves, down to a single one. */
export async function rateInHalves(deps: Deps, contract: ContractRow, days: readonly Day[]): Promise<void> {
  try {
    await rateStretch(deps, contract, days);
  } catch (error) {
    if (!(error instanceof OverLimits) || days.length < 2) throw error;
    for (const half of halvesOf(days)) await rateInHalves(deps, contract, half);
  }
}

/** Neighbouring days, two or more, in two parts. */
export function halvesOf(days: readonly Day[]): readonly Day[][] {
  const middle = Math.ceil(days.length / 2);
  return [days.slice(0, middle), days.slice(middle)];
}
