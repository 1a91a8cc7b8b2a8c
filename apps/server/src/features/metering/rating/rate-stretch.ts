import type { Day } from '@usance/period/day';
import type { Deps } from '../../../platform/context/context.ts';
import { Outdated, startingOver } from '../../../platform/start-over.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { flushUsage } from '../usage/flush-usage.ts';
import { daysToRate } from './days-to-rate.ts';
import { IncompleteRun } from './engine/rate-window.ts';
import { rateDays } from './rate-days.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

/**
 * Rates the usage of neighbouring billing days, again where it was rated before, and makes the new rows count in one
 * step: whatever happens on the way, readers see all of the old rows or all of the new. It takes its time, outside any
 * transaction. Refuses MONTH_SIGNED, USAGE_UNPRICED and AMOUNT_TOO_LARGE with 409.
 */
export async function rateStretch(deps: Deps, contract: ContractRow, days: readonly Day[]): Promise<void> {
  await refuseSignedMonths(deps.db, contract.id, days);
  await startingOver(() => rateOnce(deps, contract, daysToRate(days)));
}

async function rateOnce(deps: Deps, contract: ContractRow, days: readonly Day[]): Promise<void> {
  const touched = new Set(days);
  // Before the flush: a day marked from here on holds usage that this run may miss, and must stay marked.
  const marked = (await dirtyDays(deps.db, contract.id)).filter(({ day }) => touched.has(day));
  await flushUsage(deps, contract.id);
  try {
    const rated = await rateDays(deps, contract, days);
    await replaceRatedDays(deps, contract.id, { days, rated, marked });
  } catch (error) {
    if (!(error instanceof IncompleteRun)) throw error;
    deps.log.warn({ contractId: contract.id, error: error.message }, 'rating run abandoned');
    throw new Outdated('Usage keeps arriving for this window. Please try again.');
  }
}
