import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { type BudgetRow, budgetStateIn, reachesShare, runningMonth } from './budget.ts';

/**
 * Tells people, once in a month for each amount, of the highest share that the cost has reached, and of what happens
 * at the whole amount. Once somebody continues, only shares above it are told.
 */
export async function tellOfBudget(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  budget: BudgetRow,
): Promise<void> {
  const month = runningMonth(contract.currency, work.now);
  const { id, amount, warnings, spent } = budget;
  if (spent === null) return;
  const state = budgetStateIn(budget, month);
  const tell = (share: number, event: 'warned' | 'reached' | 'asked' | 'stopped') =>
    notifyPeople(work, contract, {
      kind: 'budget',
      dedupeKey: `${id} ${month} ${share} ${amount} ${event}`,
      ...{ month, spent, amount, currency: contract.currency, percent: share, event },
    });
  if (state === 'reached' || state === 'asked' || state === 'stopped') await tell(100, state);
  const highest = warnings.findLast((share) => reachesShare(spent, amount, share));
  if (highest !== undefined && (state === 'within' || highest > 100)) await tell(highest, 'warned');
}
