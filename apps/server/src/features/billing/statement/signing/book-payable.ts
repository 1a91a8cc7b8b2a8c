import { formatDecimal, isZero, negate } from '@usance/money/decimal';
import type { Work } from '../../../../platform/context/context.ts';
import { post } from '../../../money/ledger/post.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import type { StatementRow } from '../record/statement.queries.ts';

/** Puts what a statement asks on the books, or takes it off them again. */
export async function bookPayable(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { id, start_at, payable }: StatementRow,
  kind: 'sign' | 'unsign',
): Promise<void> {
  if (isZero(payable)) return;
  const taken = formatDecimal(negate(payable));
  const [receivable, revenue] = kind === 'sign' ? [taken, payable] : [payable, taken];
  await post(tx, contract, {
    kind,
    at: now,
    memo: { statementID: id, statementStart: start_at.toISOString() },
    entries: [
      { account: { kind: 'receivable', id }, amount: receivable },
      { account: { kind: 'revenue' }, amount: revenue },
    ],
  });
}
