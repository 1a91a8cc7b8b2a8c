import type { listDeductions as listDeductionsCall } from '@usance/api/bank';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { formatMoney } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import '../../money/ledger/ledger.table.ts';

/** A page of what was taken for statements: from cash when they were due, from vouchers when they were signed. */
export async function listDeductions(
  db: DbOrTx,
  contractId: string,
  query: ParsedQuery<typeof listDeductionsCall>,
): Promise<CallReply<typeof listDeductionsCall>> {
  const { currency } = await getContract(db, contractId);
  const taken = deductions(db, contractId, query);
  const { total } = await taken.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await taken
    .select(['posting.id', 'posting.at', 'posting.memo', 'ledger_account.ref', 'entry.balance_after'])
    .select(sql<string>`-entry.amount`.as('amount'))
    .orderBy(query.orderBy === 'amount' ? sql`-entry.amount` : 'posting.at', query.ordering)
    .orderBy('posting.no', query.ordering)
    .orderBy('entry.account', query.ordering)
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    gmtCreated: row.at.toISOString(),
    deductType: row.ref === null ? ('cash' as const) : ('voucher' as const),
    amount: row.amount,
    amountFormatted: formatMoney(row.amount, currency),
    ...(row.ref === null
      ? {}
      : {
          voucherID: row.ref,
          voucherDeductedFormatted: formatMoney(row.amount, currency),
          voucherNewBalanceFormatted: formatMoney(row.balance_after, currency),
        }),
    statementID: row.memo['statementID'] ?? '',
    statementStart: row.memo['statementStart'] ?? '',
  }));
  return { items, pageNum: query.pageNum, pageSize: query.pageSize, totalSize: Number(total) };
}

function deductions(db: DbOrTx, contractId: string, query: ParsedQuery<typeof listDeductionsCall>) {
  const taken = db
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
    .where((eb) => {
      const cash = eb.and([eb('posting.kind', '=', 'deduct'), eb('ledger_account.kind', '=', 'cash')]);
      const voucher = eb.and([eb('posting.kind', '=', 'sign'), eb('ledger_account.kind', '=', 'voucher')]);
      if (query.deductType === undefined) return eb.or([cash, voucher]);
      return query.deductType === 'cash' ? cash : voucher;
    });
  if (query.statementStart === undefined) return taken;
  const start = new Date(query.statementStart);
  return taken.where(sql<boolean>`(posting.memo ->> 'statementStart')::timestamptz = ${start}`);
}
