import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, type PageRequest, pageOf } from '#platform/postgres/page.ts';
import type { PostingKind } from './ledger.ts';

/**
 * Which movements of one account: those of the kinds, at or after `start` and before `end` (epoch milliseconds). A deduction
 * that was given back is none of them.
 */
export interface HistoryFilter<Kind extends PostingKind> {
  readonly contractId: string;
  readonly account: 'cash' | 'frozen';
  readonly kinds: readonly Kind[];
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

interface HistoryPage extends PageRequest {
  readonly orderBy: 'gmtTime' | 'amount';
  readonly ordering: 'asc' | 'desc';
}

export interface HistoryRow<Kind extends PostingKind> {
  readonly id: string;
  readonly at: Date;
  readonly kind: Kind;
  readonly memo: Record<string, string>;
  /** How much moved, whichever way: above 0, 8 places. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly bankAfter: string;
}

/**
 * A page of an account's movements. By time they come in the order in which they were posted: each waited for the one before,
 * whichever had come first or had a clock that was ahead, so that each balance follows from the one before.
 */
export function listAccountHistory<Kind extends PostingKind, Item>(
  db: DbOrTx,
  filter: HistoryFilter<Kind>,
  page: HistoryPage,
  itemOf: (row: HistoryRow<Kind>) => Item,
): Promise<Page<Item>> {
  return pageOf(
    movements(db, filter),
    page,
    (moved) =>
      moved
        .select(['posting.id', 'posting.at', 'posting.kind', 'posting.memo'])
        .select(['entry.balance_after as balanceAfter', 'posting.bank_after as bankAfter'])
        .select(sql<string>`abs(entry.amount)`.as('amount'))
        .$if(page.orderBy === 'amount', (ordered) => ordered.orderBy(sql`abs(entry.amount)`, page.ordering))
        .orderBy('posting.no', page.ordering),
    // Only movements of the filter's kinds were found.
    (row) => itemOf({ ...row, kind: row.kind as Kind }),
  );
}

/** How much each kind of movement came to; 0.00000000 for the kinds that did not happen or were not asked for. */
export async function accountSums<Kind extends PostingKind>(
  db: DbOrTx,
  filter: HistoryFilter<Kind>,
): Promise<(kind: Kind) => string> {
  const rows = await movements(db, filter)
    .select('posting.kind')
    .select(sql<string>`sum(abs(entry.amount))`.as('amount'))
    .groupBy('posting.kind')
    .execute();
  const sums = new Map<PostingKind, string>(rows.map((row) => [row.kind, row.amount]));
  return (kind) => sums.get(kind) ?? '0.00000000';
}

function movements(db: DbOrTx, { contractId, account, kinds, start, end }: HistoryFilter<PostingKind>) {
  let moved = db
    .selectFrom('posting')
    .innerJoin('entry', (join) =>
      join.onRef('entry.contract_id', '=', 'posting.contract_id').onRef('entry.posting_id', '=', 'posting.id'),
    )
    .where('posting.contract_id', '=', contractId)
    .where('entry.account', '=', account)
    .where(sql<boolean>`posting.kind = any(${[...kinds]}::text[])`)
    .where(isGivenBack(contractId, account), '=', false);
  if (start !== undefined) moved = moved.where('posting.at', '>=', new Date(start));
  if (end !== undefined) moved = moved.where('posting.at', '<', new Date(end));
  return moved;
}

/** Only whole statements are given back, with all that was deducted for them. */
function isGivenBack(contractId: string, account: string) {
  return sql<boolean>`(posting.kind = 'deduct' and coalesce(posting.memo ->> 'statementID', '') in (
    select back.memo ->> 'statementID' from posting back
      join entry leg on leg.contract_id = back.contract_id and leg.posting_id = back.id
    where back.contract_id = ${contractId} and back.kind = 'unsign' and back.memo ? 'statementID'
      and leg.account = ${account}))`;
}
