import { add, compare, formatDecimal, isNegative, subtract } from '@usance/money/decimal';
import type { Work } from '../../../../platform/context/context.ts';
import { conflict } from '../../../../platform/refusal.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import { bookCredit } from '../../settlement/book-credit.ts';
import type { StatementRow } from '../record/statement.queries.ts';
import type { Change } from '../record/statement-state.ts';

/** Refuses a credit (409) that ends no dispute, or that gives back more than the statement came to. */
export function refuseCredit(
  statement: StatementRow,
  { change, credit, field }: { change: Change; credit: string; field: string },
): void {
  const { id, month, amount, credited } = statement;
  if (change !== 'endDispute')
    throw conflict('STATEMENT_STATE', `The statement of ${month} is not in dispute.`, { statementID: id, field });
  const most = isNegative(amount) ? '0.00000000' : formatDecimal(subtract(amount, credited), 8);
  if (compare(credit, most) > 0)
    throw conflict('STATEMENT_CREDIT_TOO_LARGE', `At most ${most} of the statement of ${month} can be given back.`, {
      statementID: id,
      field,
      most,
    });
}

/** Books what a dispute was upheld for as credit for later statements; this one stays as it was signed. */
export async function creditUpheld(
  work: Work,
  contract: LockedContract,
  statement: StatementRow,
  credit: string,
): Promise<void> {
  await bookCredit(work, contract, statement, { kind: 'credit', amount: credit });
  await work.tx
    .updateTable('statement')
    .set({ credited: formatDecimal(add(statement.credited, credit), 8) })
    .where('contract_id', '=', contract.id)
    .where('id', '=', statement.id)
    .execute();
}
