import { instantOf } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { holdDisputed } from '../statement-record/hold.ts';
import { putDisputesBack } from '../statement-record/put-disputes-back.ts';
import { keptPeriod } from './account-period.queries.ts';
import { agreedTerms } from './figures/agreed-terms.queries.ts';
import { availableBalanceOf } from './figures/available-balance.ts';
import { readStanding } from './figures/standing.queries.ts';
import { keepPeriod } from './keep-period.ts';
import { termsOf } from './rule/account-terms.ts';
import { looksThroughTerms } from './rule/through-terms.ts';
import { tellStanding } from './tell-standing.ts';
import { isToLookAt } from './to-look-at.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Follows every movement of money, in its transaction: tops up the holds of disputed statements, and opens, keeps or ends
 * the contract's episode, and tells its people what has come of it. Doing it again changes nothing.
 */
export async function afterMoneyMoved(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, contract, work.now);
}

/** The same for what time alone has changed, or what moved and was not looked at: nothing when there is nothing. */
export async function catchUp(work: Moment, contract: LockedContract): Promise<void> {
  const waiting = await work.tx
    .selectFrom('account_period')
    .select('contract_id')
    .where('contract_id', '=', contract.id)
    .where((columns) => isToLookAt(columns, work.now))
    .executeTakeFirst();
  if (waiting) await look(work, contract);
}

/** The same whether or not anything waits. */
export async function lookNow(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, contract);
}

async function look(work: Moment, contract: LockedContract, movedAt?: Date): Promise<void> {
  const { tx } = work;
  await holdDisputed(work, contract);
  const { kept: before, asOf } = await keptPeriod(tx, contract.id, work.now);
  const now = new Date(asOf);
  // Whoever wrote it has looked by the same clock, so that a movement finds it put back before it.
  if (!movedAt) await putDisputesBack(work, contract, now);
  const { parts, standing } = await readStanding(tx, contract.id, now);
  const agreed = await agreedTerms(tx, contract.id);
  const { earlier, last } = looksThroughTerms({
    contract,
    agreed,
    standing: movedAt ? { ...standing, movedAt: instantOf(movedAt) } : standing,
    kept: before,
    now: asOf,
  });
  for (const taken of [...earlier, last]) await keepPeriod(tx, contract, { ...taken, now });
  await tellStanding({ tx, now }, contract, {
    state: last.period.state,
    available: availableBalanceOf(parts),
    standing,
    graceDays: termsOf(contract, agreed, asOf).dayCounts.grace,
  });
}
