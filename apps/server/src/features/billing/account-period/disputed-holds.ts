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
import type { Selectable } from 'kysely';
import type { Work } from '../../../platform/context/context.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import { freeze } from '../../money/frozen/freeze.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { liabilitiesOf } from './figures/liabilities.ts';

type Statement = Selectable<Database['statement']>;
type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Holds what disputed statements still ask for, the oldest first: new cash tops holds up, as far as no statement that is
 * not in dispute asks for it, due or not yet.
 */
export async function holdDisputed(work: Moment, contract: LockedContract): Promise<void> {
  const short = await work.tx
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('confirm_state', '=', 'manualProcessing')
    .whereRef('frozen', '<', 'undeducted')
    .orderBy('month')
    .execute();
  if (short.length === 0) return;
  const { due, overdue } = await liabilitiesOf(work.tx, contract.id, work.now);
  for (const statement of short) await holdMore(work, contract, statement, { sparing: sum([due, overdue]) });
}

/** Holds what a disputed statement asks for beyond what is held for it, as far as there is free cash beyond `sparing`. */
export async function holdMore(
  work: Moment,
  contract: LockedContract,
  statement: Statement,
  { sparing = zero }: { sparing?: Decimal } = {},
): Promise<Statement> {
  const { cash } = await balancesOf(work.tx, contract.id);
  const free = subtract(cash, sparing);
  const amount = formatDecimal(least(free, subtract(statement.undeducted, statement.frozen)), 8);
  if (isZero(amount) || isNegative(amount)) return statement;
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
