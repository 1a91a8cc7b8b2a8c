import { parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { closeMonth } from './closed-month.ts';

/** Signs a month with amount 0, without the rules of signing, for tests that only need a signed month. */
export async function monthSigned(app: TestApp, contractId: string, month: string): Promise<void> {
  await app.deps.db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    await closeMonth(tx, contract, parseBillingMonth(month), app.clock.now());
    await sql`insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at,
        statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount,
        voucher_deducted, credit_applied, payable, confirm_state)
      values (${contractId}, ${`stm-${month}`}, ${month}, 'Acme', 'Acme', ${contract.currency}, now(), now(), now(),
        now(), now(), now(), now(), now(), 0, ${'0'.repeat(64)}, 0, 0, 0, 0, 0, 'unconfirmed')`.execute(tx);
  });
}
