import { formatDecimal, isNegative, isZero, negate } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { oursAsked } from '../../settlement/ours-asked.ts';
import type { SettlementPlan } from '../../settlement/plan-settlement.ts';
import { settle } from '../../settlement/settle.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';

/** Puts a signed statement on the books: what pays it at once, what it still asks for, and what it leaves as credit. */
export async function bookPayable(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  statement: StatementRow,
  { payments }: Pick<SettlementPlan, 'payments'>,
): Promise<void> {
  const { id, payable } = statement;
  const amount = oursAsked(statement);
  if (isZero(amount)) return;
  await settle(work, contract, statement, {
    kind: 'sign',
    payments,
    against: [
      { account: { kind: 'revenue' }, amount },
      { account: { kind: 'receivable', id }, amount: formatDecimal(negate(payable)) },
      ...(isNegative(amount) ? [{ account: { kind: 'credit' } as const, amount: formatDecimal(negate(amount)) }] : []),
    ],
  });
}
