import type { ChangedDimension } from '@usance/api/billing/purchase/purchase-change';

/** The measures of a change, as columns. */
export const changeColumns = [
  'former_amount',
  'later_amount',
  'used',
  'priced',
  'discounted',
  'added',
  'removed',
] as const;
export type ChangeRow = Record<(typeof changeColumns)[number], string>;

/**
 * SQL for a table of changes, one for each SKU of an object in a data cloud. The table `sums` has the rated rows of both
 * windows; `inFormer` and `inLater` tell them apart.
 *
 * Let q be the quantity, and L the sum of q·p. Let p and z be the last price and multiplier before. Then usage is Δq·p·z,
 * and price is ΔL·z − Δq·p·z. Discount is the rest, so the three add up to the difference.
 */
export function changesSql(sums: string, { inFormer, inLater }: { inFormer: string; inLater: string }): string {
  return `SELECT datacloud_id, object_id, sku_no, product, billing_item, datacloud_label, object_label, named,
      former_amount, later_amount,
      later_amount - former_amount AS difference,
      if(in_former AND in_later, 0, 1) AS is_new_or_gone,
      ${twelvePlaces('more * price * multiplier')} AS used_,
      ${twelvePlaces('more_before_multiplier * multiplier')} AS used_and_priced,
      if(is_new_or_gone, ${none}, used_) AS used,
      if(is_new_or_gone, ${none}, used_and_priced - used_) AS priced,
      if(is_new_or_gone, ${none}, difference - used_and_priced) AS discounted,
      if(in_former, ${none}, later_amount) AS added,
      if(in_later, ${none}, -former_amount) AS removed
    FROM (
      SELECT datacloud_id, object_id, sku_no, any(product) AS product, any(billing_item) AS billing_item,
        argMax(datacloud_name, named_at) AS datacloud_label, argMax(object_name, named_at) AS object_label,
        max(named_at) AS named,
        countIf(${inFormer}) > 0 AS in_former, countIf(${inLater}) > 0 AS in_later,
        sumIf(amount, ${inFormer}) AS former_amount, sumIf(amount, ${inLater}) AS later_amount,
        sumIf(${wide('consumption')}, ${inLater}) - sumIf(${wide('consumption')}, ${inFormer}) AS more,
        sumIf(${wide('consumption')} * unit_price, ${inLater})
          - sumIf(${wide('consumption')} * unit_price, ${inFormer}) AS more_before_multiplier,
        argMaxIf((unit_price, zhekou), ${lastFirst}, ${inFormer} AND amount != 0) AS terms,
        terms.1 AS price, terms.2 AS multiplier
      FROM ${sums} GROUP BY datacloud_id, object_id, sku_no
    )`;
}

/** Late usage may have older terms. Several terms of one hour differ by tier: the smaller multiplier is the later. */
const lastFirst = '(adjustment = 0, named_at, -zhekou, unit_price)';
const none = 'toDecimal128(0, 12)';
/** Quantity × price × multiplier has up to 36 places. */
const wide = (column: string) => `toDecimal256(${column}, 12)`;
const twelvePlaces = (sql: string) => `toDecimal128(round(${sql}, 12), 12)`;

/** SQL for the key of a group, and for its name. */
export const groupOf: Readonly<Record<ChangedDimension, { key: string; name: string }>> = {
  datacloudID: { key: 'datacloud_id', name: 'argMax(datacloud_label, named)' },
  objectID: { key: 'object_id', name: 'argMax(object_label, named)' },
  product: { key: 'product', name: 'any(product)' },
  billingItem: { key: 'billing_item', name: 'any(billing_item)' },
};
