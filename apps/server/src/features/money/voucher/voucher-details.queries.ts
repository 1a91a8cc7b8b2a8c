import type { ParsedQuery } from '@usance/api/call';
import type { VoucherAction, VoucherDetail, vouchers } from '@usance/api/money/voucher';
import { withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

const kindOf = { issue: 'voucher', redeem: 'sign', overdue: 'overdue' } as const;
const actionOf = { voucher: 'issue', sign: 'redeem', overdue: 'overdue' } as const;
const everyAction: readonly VoucherAction[] = ['issue', 'redeem', 'overdue'];

const voucherIn = (account: string) => account.slice('voucher:'.length);

/**
 * Lists the movements of the contract's vouchers with the balance after each; by time means in the order of posting.
 * Redemptions that were given back, and write-offs that were reversed, are left out.
 */
export function listVoucherDetails(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof vouchers.details> },
): Promise<Page<VoucherDetail>> {
  const { id: contractId, currency } = contract;
  return pageOf(
    movements(db, contractId, query),
    query,
    (moved) =>
      moved
        .select(['posting.id', 'posting.at', 'posting.kind', 'posting.memo', 'entry.account', 'entry.balance_after'])
        .select(sql<string>`abs(entry.amount)`.as('amount'))
        .$if(query.orderBy === 'amount', (ordered) => ordered.orderBy(sql`abs(entry.amount)`, query.ordering))
        .orderBy('posting.no', query.ordering)
        .orderBy('entry.account', query.ordering),
    ({ id, at, kind, memo, account, amount, balance_after }) => ({
      id: `${id}.${voucherIn(account)}`,
      gmtTime: at.toISOString(),
      voucherID: voucherIn(account),
      // The query filters by these kinds.
      action: actionOf[kind as keyof typeof actionOf],
      ...withFormatted({ amount, newBalance: balance_after }, currency),
      ...(memo['statementID'] === undefined ? {} : { statementID: memo['statementID'] }),
      ...(memo['statementStart'] === undefined ? {} : { statementStart: memo['statementStart'] }),
    }),
  );
}

function movements(db: DbOrTx, contractId: string, query: ParsedQuery<typeof vouchers.details>) {
  const kinds = (query.types?.length ? query.types : everyAction).map((action) => kindOf[action]);
  let moved = db
    .selectFrom('entry')
    .innerJoin('posting', (join) =>
      join.onRef('posting.contract_id', '=', 'entry.contract_id').onRef('posting.id', '=', 'entry.posting_id'),
    )
    .where('entry.contract_id', '=', contractId)
    .where('posting.kind', 'in', kinds)
    .where(sql<boolean>`not ${isTakenBack}`);
  if (query.voucherID === undefined) moved = moved.where('entry.account', 'like', 'voucher:%');
  else moved = moved.where('entry.account', '=', `voucher:${query.voucherID}`);
  if (query.start !== undefined) moved = moved.where('posting.at', '>=', new Date(query.start));
  if (query.end !== undefined) moved = moved.where('posting.at', '<', new Date(query.end));
  if (query.statementStart !== undefined)
    moved = moved.where(
      sql<boolean>`(posting.memo ->> 'statementStart')::timestamptz = ${new Date(query.statementStart)}`,
    );
  return moved;
}

/**
 * SQL: true for a redemption that was given back with its statement, a write-off that was reversed, and the reversal
 * itself.
 */
const isTakenBack = sql<boolean>`case posting.kind
  when 'sign' then exists (select from settlement paid
    where paid.contract_id = entry.contract_id and paid.posting_id = entry.posting_id and paid.account = entry.account
      and paid.reversed_by is not null)
  when 'overdue' then entry.amount > 0 or exists (select from entry later
    join posting back on back.contract_id = later.contract_id and back.id = later.posting_id
    where later.contract_id = entry.contract_id and later.account = entry.account and later.version > entry.version
      and later.amount > 0 and back.kind = 'overdue')
  else false end`;
