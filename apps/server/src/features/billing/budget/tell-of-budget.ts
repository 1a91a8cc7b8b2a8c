import { compare, multiply } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { ToldWith } from '../../contract/notification/happening.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { type BudgetRow, budgetStateIn, runningMonth } from './budget.ts';

/**
 * Tells people, once in a month for each amount, of the highest share that the cost has reached, and of what happens
 * at the whole amount. Of the forecast they are told the highest share that the cost has not reached yet. Once somebody continues, only shares above it are told.
 */
export async function tellOfBudget(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  budget: BudgetRow,
): Promise<void> {
  const month = runningMonth(contract.currency, work.now);
  const { id, amount, warnings, forecast_warnings: forecastWarnings, spent, expected } = budget;
  if (spent === null) return;
  const state = budgetStateIn(budget, month);
  const tell = (share: number, event: ToldWith['budget']['event']) =>
    notifyPeople(work, contract, {
      kind: 'budget',
      dedupeKey: `${id} ${month} ${share} ${amount} ${event}`,
      ...{ month, spent, amount, currency: contract.currency, percent: share, event },
      ...(event === 'expected' && expected !== null && { expected }),
    });
  const reaches = (cost: string, share: number) => compare(multiply(cost, '100'), multiply(amount, String(share))) >= 0;
  if (state === 'reached' || state === 'asked' || state === 'stopped') await tell(100, state);
  const highest = warnings.findLast((share) => reaches(spent, share));
  if (highest !== undefined && (state === 'within' || highest > 100)) await tell(highest, 'warned');
  const coming = expected === null ? undefined : forecastWarnings.findLast((share) => reaches(expected, share));
  if (coming !== undefined && !reaches(spent, coming)) await tell(coming, 'expected');
}
