import type { Price } from '@usance/api/metering/price';
import { withFormatted } from '@usance/money/display';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import type { Repricing } from '../billing-day/dirty-days.ts';

export type PriceRow = Selectable<Database['price']>;

/** The price change that a version causes when it is created or deleted. */
export function repricingOf(row: PriceRow): Repricing {
  return { contractId: row.contract_id, currency: row.currency, from: row.effective_from };
}

export function priceOf(row: PriceRow): Price {
  return {
    id: row.id,
    skuId: row.sku_id,
    contractId: row.contract_id,
    currency: row.currency,
    ...withFormatted({ unitPrice: row.unit_price }, row.currency, 8),
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    origin: { kind: row.origin_kind, id: row.origin_id },
    effectiveFrom: row.effective_from.toISOString(),
    effectiveTo: row.effective_to?.toISOString() ?? null,
  };
}
