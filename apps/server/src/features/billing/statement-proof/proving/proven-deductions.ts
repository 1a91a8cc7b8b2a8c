import type { Tx } from '#platform/postgres/database.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';

/** Returns the payments of a statement that were not taken back, in the order of booking. */
export async function provenDeductions(tx: Tx, { contract_id, id }: StatementRow) {
  const rows = await tx
    .selectFrom('settlement')
    .select(['posting_id', 'kind', 'ref', 'amount', 'settled_at'])
    .where('contract_id', '=', contract_id)
    .where('statement_id', '=', id)
    .where('reversed_by', 'is', null)
    .orderBy('settled_at')
    .orderBy('posting_id')
    .orderBy('account')
    .execute();
  return rows.map(({ posting_id, kind, ref, amount, settled_at }) => ({
    postingID: posting_id,
    kind,
    ...(kind === 'voucher' ? { voucherID: ref } : {}),
    amount,
    settledAt: settled_at.toISOString(),
  }));
}

export type ProvenDeduction = Awaited<ReturnType<typeof provenDeductions>>[number];
