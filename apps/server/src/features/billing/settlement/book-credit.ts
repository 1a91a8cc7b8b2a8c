import { formatDecimal, negate } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { memoOf, type OfStatement } from '../statement-record/statement-memo.ts';

/** Books revenue of a statement as credit for later ones; a negative amount reverses that. */
export async function bookCredit(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  statement: OfStatement,
  { kind, amount }: { readonly kind: 'credit' | 'unsign'; readonly amount: string },
): Promise<void> {
  await post(tx, contract, {
    kind,
    at: now,
    memo: memoOf(statement),
    entries: [
      { account: { kind: 'revenue' }, amount: formatDecimal(negate(amount)) },
      { account: { kind: 'credit' }, amount },
    ],
  });
}
