import { instantOf } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { capDisputeStarts } from '../statement-record/cap-dispute-starts.ts';
import { holdDisputed } from '../statement-record/hold.ts';
import { keptPeriod } from './account-period.queries.ts';
import { announceStanding } from './announce-standing.ts';
import { agreedTerms } from './figures/agreed-terms.queries.ts';
import { availableBalanceOf } from './figures/available-balance.ts';
import { readStanding } from './figures/standing.queries.ts';
import { keepPeriod } from './keep-period.ts';
import { needsCheck } from './needs-check.ts';
import { termsOf } from './rule/account-terms.ts';
import { looksThroughTerms } from './rule/through-terms.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Derives the account period after a movement of money, in its transaction: tops up the holds of disputed statements,
 * opens, keeps or ends the episode, and notifies the contract's members. Safe to repeat.
 */
export async function afterMoneyMoved(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, contract, work.now);
}

/** Derives the account period if time or an unchecked movement has changed it. */
export async function catchUp(work: Moment, contract: LockedContract): Promise<void> {
  const waiting = await work.tx
    .selectFrom('account_period')
    .select('contract_id')
    .where('contract_id', '=', contract.id)
    .where((columns) => needsCheck(columns, work.now))
    .executeTakeFirst();
  if (waiting) await look(work, contract);
}

/** Derives the account period in any case. */
export async function checkNow(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, contract);
}

async function look(work: Moment, contract: LockedContract, movedAt?: Date): Promise<void> {
  const { tx } = work;
  await holdDisputed(work, contract);
  const { kept: before, asOf } = await keptPeriod(tx, contract.id, work.now);
  const now = new Date(asOf);
  // Before a movement `catchUp` has corrected the disputes: a clock that ran ahead also left its check ahead of time.
  if (!movedAt) await capDisputeStarts(work, contract, now);
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
  await announceStanding({ tx, now }, contract, {
    state: last.period.state,
    available: availableBalanceOf(parts),
    standing,
    graceDays: termsOf(contract, agreed, asOf).dayCounts.grace,
  });
}
