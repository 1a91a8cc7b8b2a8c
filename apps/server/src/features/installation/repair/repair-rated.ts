import type { Stores } from '#platform/context/context.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { stretchesOf } from '../../metering/billing-day/stretches.ts';
import { rateInParts } from '../../metering/rating/rate-in-parts.ts';
import { rateStretch } from '../../metering/rating/rate-stretch.ts';
import { type DamagedMonth, damagedMonths } from './lost-days.ts';
import { repairSignedMonth } from './repair-signed-month.ts';

/** A repaired item, with the reasons if its repair failed, one sentence each. */
export interface Repaired {
  readonly what: string;
  readonly problems: readonly string[];
}

/**
 * Makes rated rows again that the usage database has lost: days of open months at current terms, days of signed months
 * exactly as signed or not at all. Can be interrupted and repeated at any time, with or without a running server.
 */
export async function* repairRated(deps: Stores): AsyncGenerator<Repaired> {
  for await (const damaged of damagedMonths(deps)) {
    const { contractId, month, lost } = damaged;
    const repairing = damaged.isSigned ? repairSignedMonth(deps, damaged) : rateOpenDays(deps, damaged);
    const problems = await repairing.catch((error: unknown) => [`${contractId}: ${month}: ${messageOf(error)}`]);
    yield { what: `${contractId}: rated rows of ${lost.length} days of ${month}`, problems };
  }
}

async function rateOpenDays(deps: Stores, { contractId, lost }: DamagedMonth): Promise<string[]> {
  const contract = await getContract(deps.db, contractId);
  const problems: string[] = [];
  for (const stretch of stretchesOf(lost.map(({ day }) => day)))
    for await (const { days, error } of rateInParts(stretch, (part) => rateStretch(deps, contract, part)))
      if (error !== undefined) problems.push(`${contractId}: ${days.join(', ')}: ${messageOf(error)}`);
  return problems;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
