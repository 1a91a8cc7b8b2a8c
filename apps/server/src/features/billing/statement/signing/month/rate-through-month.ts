import { type BillingMonth, firstDayOf } from '@usance/period/billing-month';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { Outdated } from '#platform/start-over.ts';
import type { LockedContract } from '../../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../../contract/contract/contract.ts';
import { dirtyDays } from '../../../../metering/billing-day/dirty-days.ts';
import { usedMonthsBefore } from './due-month.queries.ts';
import { type RatedMonth, rateMonth } from './rated-month.ts';

/** The days before a month that were still marked after rating. */
type MarkedEarlier = readonly string[];

/** A rated month, and the marked days of those before it. */
export interface RatedThroughMonth {
  readonly month: BillingMonth;
  readonly rated: RatedMonth;
  readonly earlier: MarkedEarlier;
}

/** Rates the earlier open months, because a month leaves them their vouchers and credit, and then the month itself. */
export async function rateThroughMonth(
  deps: Deps,
  contract: ContractRow,
  month: BillingMonth,
  rate: (deps: Deps, contract: ContractRow, month: BillingMonth) => Promise<RatedMonth>,
): Promise<RatedThroughMonth> {
  await rateEarlierMonths(deps, contract, month);
  const earlier = await markedEarlier(deps.db, contract.id, month);
  return { month, rated: await rate(deps, contract, month), earlier };
}

/** Rates changed days. A month that cannot be rated keeps its last rating and blocks no later one. */
async function rateEarlierMonths(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<void> {
  for (const before of await usedMonthsBefore(deps.db, contract.id, month))
    await rateMonth(deps, contract, before).catch((error: unknown) => {
      if (!(error instanceof Refusal && unratable.has(error.reason))) throw error;
      deps.log.warn({ contractId: contract.id, month: before, err: error }, 'an earlier open month cannot be rated');
    });
}

/** Throws Outdated if usage or prices of an earlier month changed since it was rated. */
export async function assertEarlierStillRated(
  tx: Tx,
  contract: LockedContract,
  month: BillingMonth,
  marked: MarkedEarlier,
): Promise<void> {
  const now = await markedEarlier(tx, contract.id, month);
  if (now.join() !== marked.join()) throw new Outdated('Usage keeps arriving for an earlier month. Please try again.');
}

async function markedEarlier(db: DbOrTx, contractId: string, month: BillingMonth): Promise<MarkedEarlier> {
  const marked = await dirtyDays(db, contractId);
  return marked.filter(({ day }) => day < firstDayOf(month)).map(({ day, version }) => `${day} ${version}`);
}

/** The refusals that need an operator; others pass by themselves. */
const unratable = new Set<string>(['USAGE_UNPRICED', 'AMOUNT_TOO_LARGE', 'USAGE_DISAGREES']);
