import { formatDecimal, isNegative, isZero, negate } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { collectableOf } from '../../settlement/collectable.ts';
import type { SettlementPlan } from '../../settlement/plan-settlement.ts';
import { settle } from '../../settlement/settle.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';

/** Books a signed statement: its payments at signing, its debt, and the credit that it leaves. */
export async function bookPayable(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  statement: StatementRow,
  { payments }: Pick<SettlementPlan, 'payments'>,
): Promise<void> {
  const { id, payable } = statement;
  const amount = collectableOf(statement);
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
