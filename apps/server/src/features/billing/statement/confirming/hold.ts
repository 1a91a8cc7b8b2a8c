import { formatDecimal, isZero, least } from '@usance/money/decimal';
import type { Work } from '../../../../platform/context/context.ts';
import { freeze, unfreeze } from '../../../money/frozen/freeze.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import type { StatementRow } from '../record/statement.queries.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** Holds what a disputed statement still asks for, as far as there is free cash. */
export async function holdFor(work: Moment, contract: LockedContract, statement: StatementRow): Promise<StatementRow> {
  const { cash } = await balancesOf(work.tx, contract.id);
  const amount = formatDecimal(least(cash, statement.undeducted), 8);
  if (isZero(amount)) return statement;
  await freeze(work.tx, contract, holdOf(work, statement, amount));
  return setFrozen(work, statement, amount);
}

/** Lets go of what was held for a statement; the caller takes it out of manual processing afterwards. */
export async function releaseHold(
  work: Moment,
  contract: LockedContract,
  statement: StatementRow,
): Promise<StatementRow> {
  if (isZero(statement.frozen)) return statement;
  await unfreeze(work.tx, contract, holdOf(work, statement, statement.frozen));
  return setFrozen(work, statement, '0');
}

function holdOf({ now }: Moment, statement: StatementRow, amount: string) {
  return { amount, at: now, memo: { statementID: statement.id, statementStart: statement.start_at.toISOString() } };
}

function setFrozen({ tx }: Moment, { contract_id, id }: StatementRow, frozen: string): Promise<StatementRow> {
  return tx
    .updateTable('statement')
    .set({ frozen })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
