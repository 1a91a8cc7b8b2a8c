import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import type { PostingKind } from './ledger.ts';
import './ledger.table.ts';

/** Which movements of one account: those of the kinds, at or after `start` and before `end` (epoch milliseconds). */
export interface HistoryFilter {
  readonly contractId: string;
  readonly account: 'cash' | 'frozen';
  readonly kinds: readonly PostingKind[];
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface HistoryPage {
  readonly orderBy: 'gmtTime' | 'amount';
  readonly ordering: 'asc' | 'desc';
  readonly pageNum: number;
  readonly pageSize: number;
}

export interface HistoryRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: PostingKind;
  readonly memo: Record<string, string>;
  /** How much moved, whichever way: above 0, 8 places. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly bankAfter: string;
}

/** A page of an account's movements. Movements of one instant come in the order in which they were posted. */
export async function accountHistory(
  db: DbOrTx,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<{ rows: HistoryRow[]; totalSize: number }> {
  const moved = movements(db, filter);
  const { total } = await moved.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await moved
    .select(['posting.id', 'posting.at', 'posting.kind', 'posting.memo'])
    .select(['entry.balance_after as balanceAfter', 'posting.bank_after as bankAfter'])
    .select(sql<string>`abs(entry.amount)`.as('amount'))
    .orderBy(page.orderBy === 'amount' ? sql`abs(entry.amount)` : 'posting.at', page.ordering)
    .orderBy('posting.no', page.ordering)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, totalSize: Number(total) };
}

/** How much each kind of movement came to; 0.00000000 for the kinds that did not happen or were not asked for. */
export async function accountSums(db: DbOrTx, filter: HistoryFilter): Promise<(kind: PostingKind) => string> {
  const rows = await movements(db, filter)
    .select('posting.kind')
    .select(sql<string>`sum(abs(entry.amount))`.as('amount'))
    .groupBy('posting.kind')
    .execute();
  const sums = new Map(rows.map((row) => [row.kind, row.amount]));
  return (kind) => sums.get(kind) ?? '0.00000000';
}

function movements(db: DbOrTx, { contractId, account, kinds, start, end }: HistoryFilter) {
  let moved = db
    .selectFrom('posting')
    .innerJoin('entry', (join) =>
      join.onRef('entry.contract_id', '=', 'posting.contract_id').onRef('entry.posting_id', '=', 'posting.id'),
    )
    .where('posting.contract_id', '=', contractId)
    .where('entry.account', '=', account)
    .where(sql<boolean>`posting.kind = any(${[...kinds]}::text[])`);
  if (start !== undefined) moved = moved.where('posting.at', '>=', new Date(start));
  if (end !== undefined) moved = moved.where('posting.at', '<', new Date(end));
  return moved;
}
