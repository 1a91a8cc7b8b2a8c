import { statementId } from '@usance/api/billing/statement';
import { formatDecimal, negate, subtract } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Records } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { closeMonth } from '../../metering/closed-month/closed-month.ts';
import { post } from '../../money/ledger/post.ts';
import { windowFrom } from '../../money/voucher/voucher.ts';
import { settle } from './settle.ts';

/** Signs a month of 2026 without lines, of which a voucher granted with `balance` pays `pays` at once. */
export async function signedWithVoucher(
  app: Records,
  of: { contractId: string; month: string; amount: string; voucher: { id: string; balance: string; pays: string } },
): Promise<{ id: string }> {
  const { contractId, month, amount, voucher } = of;
  const at = app.clock.now();
  const start = new Date(`${month}-01T00:00:00Z`);
  const id = newId(statementId);
  const payable = formatDecimal(subtract(amount, voucher.pays));
  await app.deps.db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const account = { kind: 'voucher', id: voucher.id } as const;
    // A voucher cannot be older than its contract.
    const made = sql<Date>`least(created_at, ${start})`;
    await tx.updateTable('contract').set({ created_at: made }).where('id', '=', contractId).execute();
    await tx
      .insertInto('voucher')
      .values({
        contract_id: contractId,
        id: voucher.id,
        denomination: voucher.balance,
        valid_days: 31,
        origin: 'operator',
        init_voucher_id: null,
        reason: 'For a test',
        created_at: start,
        ...windowFrom(start, 31),
      })
      .execute();
    const granted = [
      { account, amount: voucher.balance },
      { account: { kind: 'voucher_grant' }, amount: formatDecimal(negate(voucher.balance)) },
    ] as const;
    await post(tx, contract, { kind: 'voucher', at: start, entries: granted });
    await closeMonth(tx, contract, parseBillingMonth(month), at);
    await tx
      .insertInto('statement')
      .values({
        contract_id: contractId,
        id,
        month,
        contract_name: 'Acme',
        customer_name: 'Acme',
        currency: contract.currency,
        start_at: start,
        end_at: windowFrom(start, 31).end_at,
        statement_on: `${month}-02`,
        due_on: `${month}-07`,
        confirm_at: start,
        deduct_at: start,
        overdue_from: start,
        signed_at: at,
        line_count: 0,
        digest: '0'.repeat(64),
        exact_amount: amount,
        amount,
        voucher_deducted: voucher.pays,
        credit_applied: '0',
        payable,
        confirm_state: 'unconfirmed',
        review_reason: null,
      })
      .execute();
    await settle(
      { tx, now: at },
      contract,
      { id, start_at: start },
      {
        kind: 'sign',
        payments: [{ ...account, amount: voucher.pays }],
        against: [
          { account: { kind: 'revenue' }, amount },
          { account: { kind: 'receivable', id }, amount: formatDecimal(negate(payable)) },
        ],
      },
    );
  });
  return { id };
}
