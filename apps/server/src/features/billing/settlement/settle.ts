import { postingId as postingIds } from '@usance/api/wire';
import { formatDecimal, negate } from '@usance/money/decimal';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { entriesOf, type LedgerAccount, type Leg } from '../../money/ledger/ledger.ts';
import { memoOf, type OfStatement } from '../statement-record/statement-memo.ts';

/** A payment for a statement: an amount above 0 from one of the contract's accounts. */
export type Payment = { readonly amount: string } & (
  | { readonly kind: 'credit' | 'cash' }
  | { readonly kind: 'voucher'; readonly id: string }
);

interface Settling {
  /** `sign` at signing, `deduct` when cash or credit pays later. */
  readonly kind: 'sign' | 'deduct';
  readonly payments: readonly Payment[];
  /** The legs of the debt that is paid; with those of the payments they add up to 0. */
  readonly against: readonly Leg[];
}

/**
 * Pays for a statement with one posting and a row for each payment, in one round trip; a payment after signing also
 * updates the statement. The database refuses payments that contradict the statement, its receivable or its rows.
 */
export async function settle(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  statement: OfStatement,
  { kind, payments, against }: Settling,
): Promise<void> {
  const paying = payments.map((payment) => ({
    account: accountOf(payment),
    amount: formatDecimal(negate(payment.amount)),
  }));
  const rows = payments.map((payment) => ({
    kind: payment.kind,
    ref: 'id' in payment ? payment.id : null,
    amount: payment.amount,
  }));
  await sql`
    select ledger_settle(${contract.id}, ${contract.currency}, ${newId(postingIds)}, ${kind}, ${now},
      ${JSON.stringify(memoOf(statement))}::jsonb, ${entriesOf([...paying, ...against])}::jsonb,
      ${statement.id}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

function accountOf(payment: Payment): LedgerAccount {
  return 'id' in payment ? { kind: payment.kind, id: payment.id } : { kind: payment.kind };
}
