import { type Deduction, type deductions, deductType } from '@usance/api/billing/deduction';
import type { ParsedQuery } from '@usance/api/call';
import { formatMoney, withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

/**
 * Returns a page of the deductions for statements: from cash when due, from vouchers when signed, from credit then or
 * later, in the order of booking. Reversed ones are left out.
 */
export function listDeductions(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof deductions.list> },
): Promise<Page<Deduction>> {
  const { id, currency } = contract;
  return pageOf(
    taken(db, id, query),
    query,
    (found) =>
      found
        .select([
          'posting.id',
          'posting.at',
          'posting.memo',
          'ledger_account.ref',
          'entry.account',
          'entry.balance_after',
        ])
        .select(sql<string>`-entry.amount`.as('amount'))
        .$if(query.orderBy === 'amount', (ordered) => ordered.orderBy(sql`-entry.amount`, query.ordering))
        .orderBy('posting.no', query.ordering)
        .orderBy('entry.account', query.ordering),
    (row) => ({
      id: row.ref === null ? row.id : `${row.id}.${row.ref}`,
      gmtCreated: row.at.toISOString(),
      deductType:
        row.ref !== null ? ('voucher' as const) : row.account === 'credit' ? ('credit' as const) : ('cash' as const),
      ...withFormatted({ amount: row.amount }, currency),
      ...(row.ref === null
        ? {}
        : {
            voucherID: row.ref,
            voucherDeductedFormatted: formatMoney(row.amount, currency),
            voucherNewBalanceFormatted: formatMoney(row.balance_after, currency),
          }),
      statementID: row.memo['statementID'] ?? '',
      statementStart: row.memo['statementStart'] ?? '',
    }),
  );
}

function taken(db: DbOrTx, contractId: string, query: ParsedQuery<typeof deductions.list>) {
  const entries = db
    .selectFrom('entry')
    .innerJoin('posting', (join) =>
      join.onRef('posting.contract_id', '=', 'entry.contract_id').onRef('posting.id', '=', 'entry.posting_id'),
    )
    .innerJoin('ledger_account', (join) =>
      join
        .onRef('ledger_account.contract_id', '=', 'entry.contract_id')
        .onRef('ledger_account.id', '=', 'entry.account'),
    )
    .where('entry.contract_id', '=', contractId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settlement')
            .select('settlement.posting_id')
            .whereRef('settlement.contract_id', '=', 'entry.contract_id')
            .whereRef('settlement.posting_id', '=', 'entry.posting_id')
            .whereRef('settlement.account', '=', 'entry.account')
            .where('settlement.reversed_by', 'is not', null),
        ),
      ),
    )
    .where('posting.kind', 'in', ['deduct', 'sign'])
    .where('entry.amount', '<', '0')
    .where('ledger_account.kind', 'in', query.deductType === undefined ? deductType.options : [query.deductType]);
  if (query.statementStart === undefined) return entries;
  const start = new Date(query.statementStart);
  return entries.where(sql<boolean>`(posting.memo ->> 'statementStart')::timestamptz = ${start}`);
}
