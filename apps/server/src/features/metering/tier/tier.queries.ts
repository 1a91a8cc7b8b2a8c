import type { ParsedQuery } from '@usance/api/call';
import type { TieredRate, tiers } from '@usance/api/metering/tier';
import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { heldVersions, outside } from '../term/outside.ts';
import type { TierVersion } from './graduated.ts';
import { ladderOf, type TieredRateRow, tieredRateOf } from './tier.ts';

export async function listTieredRates(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof tiers.list> },
): Promise<Page<TieredRate>> {
  const own = db.selectFrom('tiered_rate').where('contract_id', '=', contract.id);
  const page = await pageOf(
    own,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'gmtCreated' ? 'created_at' : 'effective_from', query.ordering)
        .orderBy('id'),
    (row) => row,
  );
  const tiersOf = await tiersById(
    db,
    contract.id,
    page.items.map(({ id }) => id),
  );
  return { ...page, items: page.items.map((row) => tieredRateOf(row, tiersOf.get(row.id) ?? [])) };
}

/** Returns the named tiered rates of the contract in order of time. Throws 404 if one is missing. */
export async function getTieredRates(db: DbOrTx, contractId: string, ids: readonly string[]): Promise<TieredRateRow[]> {
  const rows = await db
    .selectFrom('tiered_rate')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', 'in', [...ids])
    .orderBy('effective_from')
    .execute();
  if (rows.length < ids.length) throw notFound('TIER_NOT_FOUND');
  return rows;
}

export async function tellTieredRate(tx: Tx, contractId: string, id: string): Promise<TieredRate> {
  const row = await tx
    .selectFrom('tiered_rate')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return tieredRateOf(row, (await tiersById(tx, contractId, [id])).get(id) ?? []);
}

/** The tiers of each of the given tiered rates, in order of level. */
export async function tiersById(db: DbOrTx, contractId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tier')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('tiered_rate_id', 'in', [...ids])
    .orderBy('tier_level')
    .execute();
  return Map.groupBy(rows, (row) => row.tiered_rate_id);
}

/**
 * Returns all tiers of a contract for the times in which they hold. Tiers of an accepted offer win over the contract's
 * own; `under` replaces the accepted offers.
 */
export async function tierVersionsOf(
  db: DbOrTx,
  contractId: string,
  under?: readonly TierVersion[],
): Promise<TierVersion[]> {
  const rows = await db.selectFrom('tiered_rate').selectAll().where('contract_id', '=', contractId).execute();
  const tiersOf = await tiersById(
    db,
    contractId,
    rows.map(({ id }) => id),
  );
  const versions = rows.map(({ id, source_kind, source_id, effective_from, effective_to, temporary }) => ({
    temporary,
    isOffered: source_kind === 'offer',
    ...(source_id === null ? {} : { offerId: source_id }),
    from: instantOf(effective_from),
    to: effective_to === null ? null : instantOf(effective_to),
    tiers: ladderOf(tiersOf.get(id) ?? []),
  }));
  const [offered, own] = [
    under ?? versions.filter(({ isOffered }) => isOffered),
    versions.filter(({ isOffered }) => !isOffered),
  ];
  return [...offered, ...heldVersions(own).flatMap((version) => outside(version, offered))];
}

/** True if the contract has tiers that begin before `end`. */
export async function hasTiersBefore(db: DbOrTx, contractId: string, end: Instant): Promise<boolean> {
  const found = await db
    .selectFrom('tiered_rate')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('effective_from', '<', new Date(end))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the contracts that have tiers at any time. */
export async function contractsWithTiers(db: DbOrTx, contractIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('tiered_rate')
    .select('contract_id')
    .distinct()
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .execute();
  return new Set(rows.map(({ contract_id }) => contract_id));
}
