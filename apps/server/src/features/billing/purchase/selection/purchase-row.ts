import type { Purchase } from '@usance/api/billing/purchase';
import type { CloudProvider, Edition } from '@usance/api/cloud';
import { multiplierText, priceText } from '@usance/api/wire';
import type { Currency } from '@usance/money/currency';
import { decimalOf, type Exact, formatDecimal } from '@usance/money/decimal';
import { formatQuantity, formatRate, withFormatted } from '@usance/money/display';
import { instant } from '@usance/period/instant';
import { type TagHistory, tagsAt } from '../../../contract/datacloud/tag/tag-history.ts';
import { regionNameOf } from '../../../contract/region/region.ts';
import { dimensionsOf } from '../../../metering/sku/sku.ts';

/** A rated row from the engine: decimals as text without trailing zeros, instants in RFC 3339 UTC. */
export type PurchaseRow = {
  source: string;
  usage_id: string;
  start_at: string;
  end_at: string;
  datacloud_id: string;
  datacloud_name: string;
  cloud_provider: CloudProvider;
  region: string;
  edition: Edition;
  object_id: string;
  object_name: string;
  product: string;
  type: string;
  sub_type: string;
  billing_item: string;
  consumption: string;
  consumption_unit: string;
  unit_price: string;
  list_price: string;
  price_unit: string;
  zhekou: string;
  amount: string;
  chargeable: 0 | 1;
  adjustment: 0 | 1;
  slice_no: number;
  tier_mode: string;
  offer_id: string;
};

/** The columns of a PurchaseRow for a SELECT. */
export const purchaseRowColumns =
  'source, usage_id, start_at, end_at, datacloud_id, datacloud_name, cloud_provider, region, edition, object_id, ' +
  'object_name, product, type, sub_type, billing_item, consumption, consumption_unit, unit_price, list_price, price_unit, zhekou, ' +
  'amount, chargeable, adjustment, slice_no, tier_mode, offer_id';

/** The wire form of a rated row. */
export function purchaseOf(row: PurchaseRow, currency: Currency, history: TagHistory): Purchase {
  return {
    id: row.slice_no === 0 ? `${row.source}:${row.usage_id}` : `${row.source}:${row.usage_id}#${row.slice_no}`,
    ...dimensionsOf(row),
    cloudProvider: row.cloud_provider,
    edition: row.edition,
    regionName: regionNameOf(row.cloud_provider, row.region),
    start: row.start_at,
    end: row.end_at,
    objectName: row.object_name,
    objectID: row.object_id,
    consumption: row.consumption,
    consumptionFormatted: formatQuantity(row.consumption),
    consumptionUnit: row.consumption_unit,
    ...pricingOf(row, currency),
    ...withFormatted({ unitPrice: priceText(row.unit_price), amount: exactAmount(row.amount) }, currency, 8),
    datacloudName: row.datacloud_name,
    datacloudID: row.datacloud_id,
    chargeable: row.chargeable === 1,
    adjustment: row.adjustment === 1,
    tierMode: row.tier_mode || null,
    offerId: row.offer_id || null,
    sliceNo: row.slice_no,
    tags: Object.fromEntries(tagsAt(history, row.datacloud_id, instant(row.start_at))),
  };
}

/** Returns the pricing fields of a row or a sum of rows. */
export function pricingOf(row: Pick<PurchaseRow, 'list_price' | 'price_unit' | 'zhekou'>, currency: Currency) {
  return {
    // The formatted twins are added here, because large pages are streamed without a reply schema.
    ...withFormatted({ listPrice: priceText(row.list_price) }, currency, 8),
    priceUnit: row.price_unit,
    zhekou: multiplierText(row.zhekou),
    zhekouFormatted: formatRate(row.zhekou),
  };
}

/** Formats an amount with 8 places, or more if it has more: sums of rows are exact to the 12th. */
export function exactAmount(value: Exact): string {
  const amount = decimalOf(value);
  return formatDecimal(amount, Math.max(amount.scale, 8));
}
