import type { BillingMonth } from '@usance/period/billing-month';
import { isAway } from '#platform/clickhouse/is-away.ts';
import type { Deps } from '#platform/context/context.ts';
import { inTurn } from '#platform/in-turn.ts';
import type { Db } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { contractsAtOnce } from '../../metering/rating/contracts-at-once.ts';
import { moving } from '../account-period/moving-money.ts';
import { contractsToConfirm, contractsToDeduct } from '../statement-record/statement.queries.ts';
import { confirmDue } from './confirming/confirm-due.ts';
import { deductDue } from './settling/deduct-due.ts';
import { contractsToSign, type DueMonth, monthsTooOld, monthsToSign } from './signing/month/due-month.queries.ts';
import { passMonths } from './signing/month/pass-months.ts';
import { type RateMonth, rateMonth } from './signing/month/rated-month.ts';
import { signMonth } from './signing/sign-month.ts';
import { postpone } from './waiting/postpone.ts';

export interface DueOutcome {
  readonly signed: number;
  readonly confirmed: number;
  readonly contractsDeducted: number;
  /** The failed steps, which stay due and are retried in the next round. */
  readonly failed: readonly {
    contractId: string;
    step: 'wait' | 'sign' | 'confirm' | 'deduct' | 'pass';
    month?: BillingMonth;
    reason: string;
  }[];
}

/**
 * Does all due steps in this order, each at its time in the contract's zone:
 *
 * - confirms statements from the start of their due day
 * - deducts them from 00:05 on that day
 * - leaves too old months to operators
 * - signs months from 09:00 on the 2nd
 * - advances contracts without due months
 *
 * Signing comes last because only it waits for the usage database. If that does not answer, no more months are tried,
 * and the next round begins with others. Rounds may be late, repeated or concurrent: each step is one transaction
 * that checks again under the contract's lock. A failure is logged and holds up no other contract.
 */
export async function runDueStatements(deps: Deps, now: Date, rate: RateMonth = rateMonth): Promise<DueOutcome> {
  const failed: DueOutcome['failed'][number][] = [];
  const attempt = async (
    what: Omit<(typeof failed)[number], 'reason'>,
    work: () => Promise<number>,
    onFailure?: (error: unknown) => Promise<void>,
  ): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'STATEMENT_ALREADY_SIGNED') return 0;
      deps.log.error({ ...what, err: error }, 'a due step failed');
      failed.push({ ...what, reason: error instanceof Refusal ? error.reason : 'INTERNAL' });
      await onFailure?.(error);
      return 0;
    }
  };

  let [signed, confirmed, contractsDeducted] = [0, 0, 0];
  for (const contractId of await contractsToConfirm(deps.db, now)) {
    confirmed += await attempt({ contractId, step: 'confirm' }, () => confirm(deps.db, contractId, now));
  }
  for (const contractId of await contractsToDeduct(deps.db, now)) {
    contractsDeducted += await attempt({ contractId, step: 'deduct' }, () => deduct(deps.db, contractId, now));
  }
  for (const old of await monthsTooOld(deps.db, now)) {
    await attempt({ contractId: old.contract.id, step: 'wait', month: old.month }, () => leaveToPeople(deps, old, now));
  }
  const months = inTurn(await monthsToSign(deps.db, now), ({ contract }) => contract.id, now);
  const byContract = Map.groupBy(months, ({ contract }) => contract.id);
  // The workers share one iterator: a worker that is done takes the next contract, and signs its months in their order.
  const contracts = byContract.values();
  const untried = new Set(months);
  let away = false;
  const signContracts = async () => {
    for (const own of contracts)
      for (const due of own) {
        if (away) return;
        untried.delete(due);
        const { contract, month } = due;
        // Added after the wait, in which other workers add theirs.
        const done = await attempt(
          { contractId: contract.id, step: 'sign', month },
          async () => ((await signMonth(deps, contract, { month, now, rate })) ? 1 : 0),
          async (error) => {
            if (await isAway(deps.clickhouse, error)) away = true;
          },
        );
        signed += done;
      }
  };
  await Promise.all(Array.from({ length: contractsAtOnce(byContract.size) }, signContracts));
  if (untried.size > 0)
    deps.log.error({ months: untried.size }, 'months wait for the usage database before they can be signed');
  const waiting = new Set([
    ...failed.flatMap(({ contractId, month }) => (month === undefined ? [] : contractId)),
    ...[...untried].map(({ contract }) => contract.id),
  ]);
  for (const contractId of await contractsToSign(deps.db, now)) {
    if (waiting.has(contractId)) continue;
    await attempt({ contractId, step: 'pass' }, () => pass(deps.db, contractId, now));
  }
  return { signed, confirmed, contractsDeducted, failed };
}

async function leaveToPeople({ db, log }: Deps, { contract, month }: DueMonth, now: Date): Promise<number> {
  await db.transaction().execute(async (tx) => {
    const locked = await lockContract(tx, contract.id);
    if (!(await closedMonths(tx, contract.id)).has(month)) await postpone({ tx, now }, locked, [month], 'tooOld');
  });
  log.warn(
    { contractId: contract.id, month },
    'A month is too old for the calendar to sign; it waits for POST statements/sign',
  );
  return 1;
}

async function pass(db: Db, contractId: string, now: Date): Promise<number> {
  await db.transaction().execute(async (tx) => passMonths({ tx, now }, await lockContract(tx, contractId)));
  return 1;
}

async function confirm(db: Db, contractId: string, now: Date): Promise<number> {
  return db
    .transaction()
    .execute(async (tx) =>
      moving({ tx, now }, await lockContract(tx, contractId), (contract) => confirmDue({ tx, now }, contract)),
    );
}

async function deduct(db: Db, contractId: string, now: Date): Promise<number> {
  await db.transaction().execute(async (tx) => {
    await moving({ tx, now }, await lockContract(tx, contractId), (contract) => deductDue({ tx, now }, contract));
  });
  return 1;
}
