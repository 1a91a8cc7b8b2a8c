import { type SelectQueryBuilder, sql } from 'kysely';

export interface PageRequest {
  readonly pageNum: number;
  readonly pageSize: number;
}

/** A page as it travels: its items, its number and size, and the total count. */
export interface Page<Item> {
  readonly items: Item[];
  readonly pageNum: number;
  readonly pageSize: number;
  readonly totalSize: number;
}

/**
 * Counts the found rows and fetches one page. `found` has the tables and conditions; `inOrder` selects the columns and
 * orders them without ties, or pages would overlap.
 */
export async function pageOf<DB, TB extends keyof DB, Row, Item>(
  found: SelectQueryBuilder<DB, TB, object>,
  { pageNum, pageSize }: PageRequest,
  inOrder: (found: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const counted = await found.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await inOrder(found)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  // Kysely cannot type the columns of so general a builder; they are those selected above.
  const { total } = counted as { total: string };
  return { items: rows.map((row) => itemOf(row as Row)), pageNum, pageSize, totalSize: Number(total) };
}
