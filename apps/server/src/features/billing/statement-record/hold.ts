import {
  add,
  type Decimal,
  formatDecimal,
  isNegative,
  isZero,
  least,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { freeze, unfreeze } from '../../money/frozen/freeze.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { keepState } from './keep-statement.ts';
import { debtsOf } from './liabilities.queries.ts';
import { listShortOfHold, type StatementRow } from './statement.queries.ts';
import { memoOf } from './statement-memo.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Holds cash for disputed statements, oldest first. New cash tops holds up, except the part that undisputed
 * statements, due or not, will need.
 */
export async function holdDisputed(work: Moment, contract: LockedContract): Promise<void> {
  const short = await listShortOfHold(work.tx, contract.id);
  if (short.length === 0) return;
  const { due, overdue } = await debtsOf(work.tx, contract.id, work.now);
  for (const statement of short) await holdFor(work, contract, statement, { sparing: sum([due, overdue]) });
}

/**
 * Holds the missing amount of a disputed statement from the free cash beyond `sparing`; later cash is held as it
 * comes.
 */
export async function holdFor(
  work: Moment,
  contract: LockedContract,
  statement: StatementRow,
  { sparing = zero }: { sparing?: Decimal } = {},
): Promise<StatementRow> {
  const { cash } = await balancesOf(work.tx, contract.id);
  const free = subtract(cash, sparing);
  const amount = formatDecimal(least(free, subtract(statement.undeducted, statement.frozen)), 8);
  if (isZero(amount) || isNegative(amount)) return statement;
  await freeze(work.tx, contract, { amount, at: work.now, memo: memoOf(statement) });
  return keepState(work, statement, { frozen: formatDecimal(add(statement.frozen, amount), 8) });
}

/** Releases the cash held for a statement; the caller then takes it out of manual processing. */
export async function releaseHold(
  work: Moment,
  contract: LockedContract,
  statement: StatementRow,
): Promise<StatementRow> {
  if (isZero(statement.frozen)) return statement;
  await unfreeze(work.tx, contract, { amount: statement.frozen, at: work.now, memo: memoOf(statement) });
  return keepState(work, statement, { frozen: '0' });
}
