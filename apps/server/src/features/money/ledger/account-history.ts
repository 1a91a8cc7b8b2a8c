import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, type PageRequest, pageOf } from '#platform/postgres/page.ts';
import type { PostingKind } from './ledger.ts';

/**
 * Selects movements of one account by kind and time (epoch milliseconds, `end` exclusive). Deductions that were given
 * back are left out.
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
  /** The absolute amount, with 8 places. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly bankAfter: string;
}

/**
 * Lists an account's movements. By time means in the order of posting, so that each balance follows from the one
 * before; their times may be out of order if a clock ran ahead.
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
    // The query filters by these kinds.
    (row) => itemOf({ ...row, kind: row.kind as Kind }),
  );
}

/** The total of each kind of movement; 0.00000000 for kinds without movements. */
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

/** A statement is only given back as a whole, with all its deductions. */
function isGivenBack(contractId: string, account: string) {
  return sql<boolean>`(posting.kind = 'deduct' and coalesce(posting.memo ->> 'statementID', '') in (
    select back.memo ->> 'statementID' from posting back
      join entry leg on leg.contract_id = back.contract_id and leg.posting_id = back.id
    where back.contract_id = ${contractId} and back.kind = 'unsign' and back.memo ? 'statementID'
      and leg.account = ${account}))`;
}
