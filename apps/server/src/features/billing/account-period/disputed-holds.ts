import { add, formatDecimal, isZero, least, subtract } from '@usance/money/decimal';
import type { Selectable } from 'kysely';
import type { Work } from '../../../platform/context/context.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import { freeze } from '../../money/frozen/freeze.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';

type Statement = Selectable<Database['statement']>;
type Moment = Pick<Work, 'tx' | 'now'>;

/** Holds what disputed statements still ask for, the oldest first, as far as there is free cash: new cash tops holds up. */
export async function holdDisputed(work: Moment, contract: LockedContract): Promise<void> {
  const short = await work.tx
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('confirm_state', '=', 'manualProcessing')
    .whereRef('frozen', '<', 'undeducted')
    .orderBy('month')
    .execute();
  for (const statement of short) await holdMore(work, contract, statement);
}

/** Holds what a disputed statement asks for beyond what is held for it, as far as there is free cash. */
export async function holdMore(work: Moment, contract: LockedContract, statement: Statement): Promise<Statement> {
  const { cash } = await balancesOf(work.tx, contract.id);
  const amount = formatDecimal(least(cash, subtract(statement.undeducted, statement.frozen)), 8);
  if (isZero(amount)) return statement;
  await freeze(work.tx, contract, holdOf(work, statement, amount));
  return setHeld(work, statement, formatDecimal(add(statement.frozen, amount), 8));
}

/** A hold for a statement, or its release, as the ledger takes it. */
export function holdOf({ now }: Moment, statement: Statement, amount: string) {
  return { amount, at: now, memo: { statementID: statement.id, statementStart: statement.start_at.toISOString() } };
}

/** Books on the statement how much is held for it. */
export function setHeld({ tx }: Moment, { contract_id, id }: Statement, frozen: string): Promise<Statement> {
  return tx
    .updateTable('statement')
    .set({ frozen })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
