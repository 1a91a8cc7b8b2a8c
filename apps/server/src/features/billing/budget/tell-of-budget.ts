import { reachesShare } from '@usance/money/percent';
import type { BillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { type BudgetRow, budgetStateIn, runningMonth } from './budget.ts';

type Telling = Pick<Work, 'tx' | 'now'>;
type Whole = 'reached' | 'asked' | 'stopped';
/** The cost of a budget in a month. */
type Counted = Pick<BudgetRow, 'id' | 'amount' | 'warnings'> & { readonly month: BillingMonth; readonly spent: string };

/**
 * Tells people, once in a month for each amount, of the highest share that the cost has reached, and of what happens
 * at the whole amount. Once somebody continues, only shares above it are told.
 */
export async function tellOfBudget(work: Telling, contract: LockedContract, budget: BudgetRow): Promise<void> {
  const month = runningMonth(contract.currency, work.now);
  const { spent } = budget;
  if (spent === null) return;
  const counted = { ...budget, month, spent };
  const state = budgetStateIn(budget, month);
  if (state === 'reached' || state === 'asked' || state === 'stopped') await tell(work, contract, counted, 100, state);
  await tellOfShare(work, contract, counted, { isWithin: state === 'within' });
}

/** The same for a month that has passed, in which nothing is stopped or asked any more. */
export async function tellOfPassedMonth(work: Telling, contract: LockedContract, counted: Counted): Promise<void> {
  const isWithin = !reachesShare(counted.spent, counted.amount, 100);
  if (!isWithin && !(await isTold(work, contract, wholeKeys(counted))))
    await tell(work, contract, counted, 100, 'reached');
  await tellOfShare(work, contract, counted, { isWithin });
}

/** A cost that has fallen again is no news, so a lower share is not told after a higher one. */
async function tellOfShare(
  work: Telling,
  contract: LockedContract,
  counted: Counted,
  { isWithin }: { isWithin: boolean },
): Promise<void> {
  const { amount, warnings, spent } = counted;
  const highest = warnings.findLast((share) => reachesShare(spent, amount, share));
  if (highest === undefined || !(isWithin || highest > 100)) return;
  const higher = warnings.filter((share) => share > highest).map((share) => keyOf(counted, share, 'warned'));
  if (await isTold(work, contract, [...higher, ...(isWithin ? wholeKeys(counted) : [])])) return;
  await tell(work, contract, counted, highest, 'warned');
}

function tell(
  work: Telling,
  contract: LockedContract,
  counted: Counted,
  percent: number,
  event: Whole | 'warned',
): Promise<void> {
  const { month, spent, amount } = counted;
  return notifyPeople(work, contract, {
    kind: 'budget',
    dedupeKey: keyOf(counted, percent, event),
    ...{ month, spent, amount, currency: contract.currency, percent, event },
  });
}

const keyOf = ({ id, month, amount }: Counted, share: number, event: Whole | 'warned') =>
  `${id} ${month} ${share} ${amount} ${event}`;

const wholeKeys = (counted: Counted) =>
  (['reached', 'asked', 'stopped'] as const).map((event) => keyOf(counted, 100, event));

async function isTold({ tx }: Telling, contract: LockedContract, keys: readonly string[]): Promise<boolean> {
  const told = await tx
    .selectFrom('notification')
    .select('no')
    .where('contract_id', '=', contract.id)
    .where(sql<boolean>`dedupe_key = any(${[...keys]}::text[])`)
    .executeTakeFirst();
  return told !== undefined;
}
