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
import { liabilitiesOf } from './liabilities.queries.ts';
import { listShortOfHold, type StatementRow } from './statement.queries.ts';
import { memoOf } from './statement-memo.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Holds what disputed statements still ask for, the oldest first: new cash tops holds up, as far as no statement that is
 * not in dispute asks for it, due or not yet.
 */
export async function holdDisputed(work: Moment, contract: LockedContract): Promise<void> {
  const short = await listShortOfHold(work.tx, contract.id);
  if (short.length === 0) return;
  const { due, overdue } = await liabilitiesOf(work.tx, contract.id, work.now);
  for (const statement of short) await holdFor(work, contract, statement, { sparing: sum([due, overdue]) });
}

/**
 * Holds what a disputed statement asks for beyond what is held for it, as far as there is free cash beyond `sparing`; what
 * comes later is held as it comes.
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

/** Lets go of what was held for a statement; the caller takes it out of manual processing afterwards. */
export async function releaseHold(
  work: Moment,
  contract: LockedContract,
  statement: StatementRow,
): Promise<StatementRow> {
  if (isZero(statement.frozen)) return statement;
  await unfreeze(work.tx, contract, { amount: statement.frozen, at: work.now, memo: memoOf(statement) });
  return keepState(work, statement, { frozen: '0' });
}
