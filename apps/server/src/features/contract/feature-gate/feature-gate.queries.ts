import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { FeatureGate, featureGates } from '@usance/api/contract/feature-gate';
import { type Selectable, sql } from 'kysely';
import type { Deps, Grounds, ReadContext } from '#platform/context/context.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';

/** The wire form of a gate. */
export function featureGateOf(row: Selectable<Database['feature_gate']>): FeatureGate {
  return {
    id: row.id,
    feature: row.feature,
    contractId: row.contract_id,
    isOpen: row.is_open,
    gmtCreated: row.created_at.toISOString(),
  };
}

const columnOf = { gmtCreated: 'created_at', feature: 'feature', contractId: 'contract_id' } as const;

/** Returns a page of the gates. */
export function listFeatureGates(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof featureGates.listAll> },
): Promise<Page<FeatureGate>> {
  let wanted = db.selectFrom('feature_gate');
  if (query.feature) wanted = wanted.where('feature', '=', query.feature);
  if (query.contractId) wanted = wanted.where('contract_id', '=', query.contractId);
  if (query.isOpen !== undefined) wanted = wanted.where('is_open', '=', query.isOpen);
  return pageOf(
    wanted,
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    featureGateOf,
  );
}

/** Returns whether each gated feature is open to the contract, by its own gate or else by the general one. */
export async function featuresOf({
  db,
  contract,
}: Pick<ReadContext, 'db'> & Grounds): Promise<CallReply<typeof featureGates.list>> {
  const rows = await db
    .selectFrom('feature_gate')
    .select(['feature', 'is_open'])
    .distinctOn('feature')
    .where((eb) => eb.or([eb('contract_id', '=', contract.id), eb('contract_id', 'is', null)]))
    .orderBy('feature')
    .orderBy(sql`contract_id nulls last`)
    .execute();
  return { items: rows.map(({ feature, is_open }) => ({ feature, isOpen: is_open })) };
}
