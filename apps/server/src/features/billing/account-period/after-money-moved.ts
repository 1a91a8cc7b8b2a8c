import { instantOf } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { capDisputeStarts } from '../statement-record/cap-dispute-starts.ts';
import { holdDisputed } from '../statement-record/hold.ts';
import { announceStandings } from './announce-standing.ts';
import { availableBalanceOf } from './figures/available-balance.ts';
import { type KeptAccount, keptPeriods } from './figures/kept-period.queries.ts';
import { type AccountFigures, readStandings } from './figures/standing.queries.ts';
import { keepPeriods } from './keep-period.ts';
import { needsCheck } from './needs-check.ts';
import { termsOf } from './rule/account-terms.ts';
import { looksThroughTerms } from './rule/through-terms.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Derives the account period after a movement of money, in its transaction: tops up the holds of disputed statements,
 * opens, keeps or ends the episode, and notifies the contract's members. Safe to repeat.
 */
export async function afterMoneyMoved(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, [contract], work.now);
}

/** Derives the account periods that time or an unchecked movement has changed. */
export async function catchUp(work: Moment, contracts: readonly LockedContract[]): Promise<void> {
  const ids = contracts.map(({ id }) => id);
  const rows = await work.tx
    .selectFrom('account_period')
    .select('contract_id')
    .where('contract_id', 'in', ids)
    .where((columns) => needsCheck(columns, work.now))
    .execute();
  const waiting = new Set(rows.map(({ contract_id }) => contract_id));
  if (waiting.size > 0)
    await look(
      work,
      contracts.filter(({ id }) => waiting.has(id)),
    );
}

/** Derives the account period in any case. */
export async function checkNow(work: Moment, contract: LockedContract): Promise<void> {
  await look(work, [contract]);
}

/** The number of statements does not depend on the number of contracts, but for those in dispute or in an episode. */
async function look(work: Moment, contracts: readonly LockedContract[], movedAt?: Date): Promise<void> {
  const { tx } = work;
  const ids = contracts.map(({ id }) => id);
  const disputed = await inDispute(tx, contracts);
  for (const contract of disputed) await holdDisputed(work, contract);
  const kept = await keptPeriods(tx, ids, work.now);
  const accounts = await accountsAsOf(work, kept, movedAt ? [] : disputed);
  const seen = contracts.flatMap((contract) => {
    const [period, account] = [kept.get(contract.id), accounts.get(contract.id)];
    return period && account ? [derive(contract, period, account, movedAt)] : [];
  });
  await keepPeriods(tx, seen);
  await announceStandings(tx, seen);
}

/** `disputed` may have disputes that a clock ran ahead of. */
async function accountsAsOf(
  work: Moment,
  kept: ReadonlyMap<string, KeptAccount>,
  disputed: readonly LockedContract[],
): Promise<ReadonlyMap<string, AccountFigures>> {
  const asked = [...kept].map(([contractId, { asOf }]) => ({ contractId, now: new Date(asOf) }));
  // Before a movement `catchUp` has corrected the disputes: a clock that ran ahead also left its check ahead of time.
  for (const contract of disputed) {
    const now = asked.find(({ contractId }) => contractId === contract.id)?.now ?? work.now;
    await capDisputeStarts(work, contract, now);
  }
  return readStandings(work.tx, asked);
}

function derive(
  contract: LockedContract,
  { kept, asOf, agreed }: KeptAccount,
  { parts, standing }: AccountFigures,
  movedAt: Date | undefined,
) {
  const { earlier, last } = looksThroughTerms({
    contract,
    agreed,
    standing: movedAt ? { ...standing, movedAt: instantOf(movedAt) } : standing,
    kept,
    now: asOf,
  });
  return {
    contract,
    taken: [...earlier, last],
    now: new Date(asOf),
    state: last.period.state,
    available: availableBalanceOf(parts),
    standing,
    graceDays: termsOf(contract, agreed, asOf).dayCounts.grace,
  };
}

async function inDispute(tx: Moment['tx'], contracts: readonly LockedContract[]): Promise<LockedContract[]> {
  const rows = await tx
    .selectFrom('statement')
    .select('contract_id')
    .distinct()
    .where(
      'contract_id',
      'in',
      contracts.map(({ id }) => id),
    )
    .where('confirm_state', '=', 'manualProcessing')
    .execute();
  const disputed = new Set(rows.map(({ contract_id }) => contract_id));
  return contracts.filter(({ id }) => disputed.has(id));
}
