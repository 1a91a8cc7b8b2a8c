import { instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { isClosedMonth } from '../closed-month/closed-month.ts';
import type { MarketplaceShares } from './split-hours.ts';

/** Returns the usage that marketplaces bill for the contract; undefined if it never had a link. */
export async function marketplaceShares(db: DbOrTx, contractId: string): Promise<MarketplaceShares | undefined> {
  const links = await db
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_meter as meter', (join) =>
      join.onRef('meter.contract_id', '=', 'link.contract_id').onRef('meter.link_id', '=', 'link.id'),
    )
    .select(['link.from_hour', 'link.ended_at', 'meter.settled_at'])
    .where('link.contract_id', '=', contractId)
    .execute();
  if (links.length === 0) return undefined;
  const rows = await db
    .selectFrom('marketplace_share')
    .select(['month', 'hour', sql<string>`sum(amount)::numeric(38, 12)`.as('amount')])
    .where('contract_id', '=', contractId)
    .groupBy(['month', 'hour'])
    .execute();
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  return {
    windows: links.flatMap(({ from_hour, ended_at, settled_at }) =>
      settled_at === null
        ? [{ from: instantOf(from_hour), endedAt: ended_at === null ? undefined : instantOf(ended_at) }]
        : [],
    ),
    settled: new Map(
      [...byMonth].map(([month, shares]) => [
        month,
        new Map(shares.map(({ hour, amount }) => [instantOf(hour), amount])),
      ]),
    ),
  };
}

/** SQL: the shares in open months that change what the contract pays, as `share (month, hour)`. */
export function openShares(contractId: string): RawBuilder<unknown> {
  return sql`(
    select month, hour from marketplace_share as kept
    where contract_id = ${contractId} and amount <> 0
      and not ${isClosedMonth(sql`${contractId}`, sql.ref('kept.month'))}) as share`;
}

interface Share {
  readonly month: string;
  readonly hour: Date;
  readonly amount: string;
  /** The hour of the rejected hourly statement whose share this row reverses. */
  readonly decided_hour?: string;
}

/** Stores permanently the amounts that the marketplace of an ended link has accepted. */
export async function keepShares(
  tx: Tx,
  { contractId, linkId }: { readonly contractId: string; readonly linkId: string },
  shares: readonly Share[],
): Promise<void> {
  // A PostgreSQL statement takes at most 65,535 parameters.
  for (let from = 0; from < shares.length; from += 10_000)
    await tx
      .insertInto('marketplace_share')
      .values(
        shares.slice(from, from + 10_000).map((share) => ({ contract_id: contractId, link_id: linkId, ...share })),
      )
      .execute();
}
