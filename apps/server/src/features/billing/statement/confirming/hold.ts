import { compare, isZero, parseDecimal } from '@usance/money/decimal';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { freeze, unfreeze } from '../../../money/frozen/freeze.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import type { StatementRow } from '../record/statement.queries.ts';

/** Holds what a disputed statement still asks for, as far as there is free cash. The caller holds the contract's lock. */
export async function holdFor(tx: Tx, statement: StatementRow, now: Date): Promise<StatementRow> {
  const { cash } = await balancesOf(tx, statement.contract_id);
  const amount = compare(parseDecimal(cash), parseDecimal(statement.undeducted)) < 0 ? cash : statement.undeducted;
  if (isZero(parseDecimal(amount))) return statement;
  await freeze(tx, movementOf(statement, amount, now));
  return setFrozen(tx, statement, amount);
}

/** Lets go of what was held for a statement; the caller takes it out of manual processing afterwards. */
export async function releaseHold(tx: Tx, statement: StatementRow, now: Date): Promise<StatementRow> {
  if (isZero(parseDecimal(statement.frozen))) return statement;
  await unfreeze(tx, movementOf(statement, statement.frozen, now));
  return setFrozen(tx, statement, '0');
}

function movementOf(statement: StatementRow, amount: string, now: Date) {
  return {
    contractId: statement.contract_id,
    currency: statement.currency,
    amount,
    at: now,
    memo: { statementID: statement.id, statementStart: statement.start_at.toISOString() },
  };
}

function setFrozen(tx: Tx, { contract_id, id }: StatementRow, frozen: string): Promise<StatementRow> {
  return tx
    .updateTable('statement')
    .set({ frozen })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
