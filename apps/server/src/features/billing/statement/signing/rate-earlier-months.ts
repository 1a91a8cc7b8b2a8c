import type { BillingMonth } from '@usance/period/billing-month';
import type { Deps } from '../../../../platform/context/context.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { openMonthsBefore } from './due-month.queries.ts';
import { rateChangedDays } from './rated-month.ts';

/**
 * Rates what has changed of the open months before one, since a month leaves to those before it the vouchers and credit that
 * they will take. One that cannot be rated keeps what was rated of it last, and holds no later month back.
 */
export async function rateEarlierMonths(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<void> {
  for (const before of await openMonthsBefore(deps.db, contract.id, month))
    await rateChangedDays(deps, contract, before).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      deps.log.warn({ contractId: contract.id, month: before, err: error }, 'An earlier open month cannot be rated');
    });
}
