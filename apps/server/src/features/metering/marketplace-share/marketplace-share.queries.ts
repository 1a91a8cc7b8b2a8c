import { instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { isClosedMonth } from '../closed-month/closed-month.ts';
import type { MarketplaceShares } from './split-hours.ts';

/** Returns the usage that marketplaces bill for the contract; undefined if it never had a link. */
export async function marketplaceShares(db: DbOrTx, contractId: string): Promise<MarketplaceShares | undefined> {
  return (await marketplaceSharesOf(db, [contractId])).get(contractId);
}

/** Like `marketplaceShares`, for several contracts at once. Contracts that never had a link are left out. */
export async function marketplaceSharesOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, MarketplaceShares>> {
  const links = await db
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_meter as meter', (join) =>
      join.onRef('meter.contract_id', '=', 'link.contract_id').onRef('meter.link_id', '=', 'link.id'),
    )
    .select(['link.contract_id', 'link.from_hour', 'link.ended_at', 'meter.settled_at'])
    .where('link.contract_id', 'in', contractIds)
    .execute();
  const byContract = Map.groupBy(links, ({ contract_id }) => contract_id);
  if (byContract.size === 0) return new Map();
  const rows = await db
    .selectFrom('marketplace_share')
    .select(['contract_id', 'month', 'hour', sql<string>`sum(amount)::numeric(38, 12)`.as('amount')])
    .where('contract_id', 'in', [...byContract.keys()])
    .groupBy(['contract_id', 'month', 'hour'])
    .execute();
  const shares = Map.groupBy(rows, ({ contract_id }) => contract_id);
  return new Map(
    [...byContract].map(([id, own]) => [id, { windows: windowsOf(own), settled: settledIn(shares.get(id) ?? []) }]),
  );
}

function windowsOf(
  links: readonly { readonly from_hour: Date; readonly ended_at: Date | null; readonly settled_at: Date | null }[],
): MarketplaceShares['windows'] {
  return links.flatMap(({ from_hour, ended_at, settled_at }) =>
    settled_at === null
      ? [{ from: instantOf(from_hour), endedAt: ended_at === null ? undefined : instantOf(ended_at) }]
      : [],
  );
}

function settledIn(
  rows: readonly { readonly month: string; readonly hour: Date; readonly amount: string }[],
): MarketplaceShares['settled'] {
  return new Map(
    [...Map.groupBy(rows, ({ month }) => month)].map(([month, shares]) => [
      month,
      new Map(shares.map(({ hour, amount }) => [instantOf(hour), amount])),
    ]),
  );
}

/** SQL: the shares in open months that change what the contract pays, as `share (month, hour)`. */
export function openShares(contractId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select month, hour from marketplace_share as kept
    where kept.contract_id = ${contractId} and amount <> 0
      and not ${isClosedMonth(contractId, sql.ref('kept.month'))}) as share`;
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
