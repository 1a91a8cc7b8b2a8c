import {
  add,
  type Decimal,
  formatDecimal,
  isNegative,
  isZero,
  negate,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { Leg } from '../../money/ledger/ledger.ts';
import { post } from '../../money/ledger/post.ts';
import { memoOf, type OfStatement } from '../statement-record/statement-memo.ts';
import { bookCredit } from './book-credit.ts';
import { type Asking, collectableOf } from './collectable.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** A statement with its amount, its debt and its credits. */
export interface Settled extends OfStatement {
  readonly amount: string;
  readonly marketplace_metered: string;
  readonly undeducted: string;
  readonly credit_applied: string;
  readonly credit_deducted: string;
  readonly credited: string;
}

/** Returns how much credit a reversal gives back: the credit that the statement used less the credit that it left. */
export function creditReturned(statement: Settled): Decimal {
  return subtract(creditUsedBy(statement), add(creditLeftBy(statement), statement.credited));
}

/** Returns the credit that paid a statement, at signing and later. */
function creditUsedBy({ credit_applied, credit_deducted }: Settled): Decimal {
  return add(credit_applied, credit_deducted);
}

/** Returns the credit that a statement below 0 leaves to later ones. */
function creditLeftBy(statement: Asking): Decimal {
  const ours = collectableOf(statement);
  return isNegative(ours) ? negate(ours) : zero;
}

/**
 * Takes a statement off the books: one posting reverses its signing and payments, whose rows are marked, and another
 * reverses the credit given by disputes. The caller has checked that there is enough credit, and deletes the
 * statement.
 */
export async function reverseSettlement(work: Moment, contract: LockedContract, statement: Settled): Promise<void> {
  if (!isZero(collectableOf(statement))) await reverseSigning(work, contract, statement);
  if (!isZero(statement.credited))
    await bookCredit(work, contract, statement, { kind: 'unsign', amount: formatDecimal(negate(statement.credited)) });
}

async function reverseSigning({ tx, now }: Moment, contract: LockedContract, statement: Settled): Promise<void> {
  const paid = await tx
    .selectFrom('settlement')
    .select(['kind', 'ref', 'amount'])
    .where('contract_id', '=', contract.id)
    .where('statement_id', '=', statement.id)
    .where('reversed_by', 'is', null)
    .execute();
  const cash = sum(paid.filter(({ kind }) => kind === 'cash').map(({ amount }) => amount));
  const vouchers = paid.flatMap(({ ref, amount }): Leg[] =>
    ref === null ? [] : [{ account: { kind: 'voucher', id: ref }, amount }],
  );
  const { postingId } = await post(tx, contract, {
    kind: 'unsign',
    at: now,
    memo: memoOf(statement),
    entries: [
      { account: { kind: 'revenue' }, amount: formatDecimal(negate(collectableOf(statement))) },
      { account: { kind: 'receivable', id: statement.id }, amount: statement.undeducted },
      {
        account: { kind: 'credit' },
        amount: formatDecimal(subtract(creditUsedBy(statement), creditLeftBy(statement))),
      },
      { account: { kind: 'cash' }, amount: formatDecimal(cash) },
      ...vouchers,
    ],
  });
  if (paid.length === 0) return;
  await tx
    .updateTable('settlement')
    .set({ reversed_by: postingId })
    .where('contract_id', '=', contract.id)
    .where('statement_id', '=', statement.id)
    .where('reversed_by', 'is', null)
    .execute();
}
