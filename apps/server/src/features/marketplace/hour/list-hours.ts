import type { ParsedQuery } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type {
  MarketplaceAdjustment,
  MarketplaceHour,
  MarketplaceUsage,
} from '@usance/api/marketplace/marketplace-hour';
import { priceText } from '@usance/api/wire';
import { formatDecimal, multiply } from '@usance/money/decimal';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

/** Removes trailing zeros: units are whole at AWS, and may be fractions at Azure. */
const unitsText = (quantity: string): string => (quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity);

type HourRow = Selectable<Database['marketplace_hour']>;

export function hourlyStatementOf(row: HourRow): MarketplaceHour {
  const { quantity, unit, accepted } = row;
  return {
    id: row.id,
    hour: row.hour.toISOString(),
    dimension: row.dimension,
    quantity: unitsText(quantity),
    unit: priceText(unit),
    amount: priceText(formatDecimal(multiply(quantity, unit), 12)),
    cumulativeAmount: priceText(row.cumulative),
    metersBy: row.meters_by,
    state: row.state,
    acceptedQuantity: unitsText(accepted),
    tries: row.tries,
    failure: row.failure,
    inDoubt: row.in_doubt,
    decision: row.decision,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    deadline: row.deadline.toISOString(),
    gmtCreated: row.created_at.toISOString(),
  };
}

/** Returns a page of a contract's hourly statements. */
export function listHourlyStatements(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof calls.hourlyStatements> },
): Promise<Page<MarketplaceHour>> {
  let hours = db.selectFrom('marketplace_hour').where('contract_id', '=', contract.id);
  if (query.states) hours = hours.where('state', 'in', query.states);
  if (query.start !== undefined) hours = hours.where('hour', '>=', new Date(query.start));
  if (query.end !== undefined) hours = hours.where('hour', '<', new Date(query.end));
  return pageOf(
    hours,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'quantity' ? 'quantity' : 'hour', query.ordering)
        .orderBy('id'),
    hourlyStatementOf,
  );
}

/** Returns a page of the records that the marketplace has accepted, one for each hour. */
export function listMarketplaceUsages(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof calls.usages> },
): Promise<Page<MarketplaceUsage>> {
  let taken = db
    .selectFrom('marketplace_hour')
    .where('contract_id', '=', contract.id)
    .where('state', 'in', ['reported', 'duplicate']);
  if (query.start !== undefined) taken = taken.where('hour', '>=', new Date(query.start));
  if (query.end !== undefined) taken = taken.where('hour', '<', new Date(query.end));
  return pageOf(
    taken,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'quantity' ? 'accepted' : 'hour', query.ordering)
        .orderBy('id'),
    (row) => ({
      hourlyStatementID: row.id,
      recordID: row.record_id,
      hour: row.hour.toISOString(),
      dimension: row.dimension,
      quantity: unitsText(row.accepted),
      gmtAccepted: (row.ended_at ?? row.created_at).toISOString(),
    }),
  );
}

/** Returns a page of adjustments: amounts that hours did not report, or reported too much, and later ones include. */
export function listAdjustments(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof calls.adjustmentStatements> },
): Promise<Page<MarketplaceAdjustment>> {
  let adjusted = db.selectFrom('marketplace_adjustment').where('contract_id', '=', contract.id);
  if (query.start !== undefined) adjusted = adjusted.where('hour', '>=', new Date(query.start));
  if (query.end !== undefined) adjusted = adjusted.where('hour', '<', new Date(query.end));
  return pageOf(
    adjusted,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'amount' ? 'amount' : 'hour', query.ordering)
        .orderBy('created_at', query.ordering)
        .orderBy('id'),
    ({ id, hour, dimension, reason, amount, created_at }) => ({
      id,
      hour: hour.toISOString(),
      dimension,
      reason,
      amount: priceText(amount),
      gmtCreated: created_at.toISOString(),
    }),
  );
}
