import type { Day } from '@usance/period/day';
import { toRfc3339 } from '@usance/period/instant';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { skusByNumber } from '../../sku/sku.queries.ts';
import type { Unpriced } from '../engine/usage-window.ts';
import { RefusedDays } from './refused-days.ts';

/**
 * 409 USAGE_UNPRICED for some days. The message names the SKUs and times without a price; `metadata.skus` lists the
 * SKUs' ids.
 */
export async function unpricedRefusal(
  db: DbOrTx,
  unpriced: readonly Unpriced[],
  days: readonly Day[],
): Promise<RefusedDays> {
  const numbers = unpriced.map(({ skuNo }) => skuNo);
  const byNumber = await skusByNumber(db, numbers);
  const named = unpriced.slice(0, mostNamed).map(({ skuNo, rows, firstStart, lastStart }) => {
    const sku = byNumber.get(skuNo);
    const name =
      sku === undefined
        ? `SKU ${skuNo}`
        : `${[sku.billing_item, sku.tier].filter(Boolean).join(' ')} (${sku.cloud_provider}, ${sku.region}, ${sku.edition})`;
    return `${name}: ${rows} rows from ${toRfc3339(firstStart)} to ${toRfc3339(lastStart)}`;
  });
  const more = unpriced.length > mostNamed ? `, and ${unpriced.length - mostNamed} more SKUs` : '';
  const message = `Usage has no price and cannot be billed. ${named.join('; ')}${more}.`;
  const skus = numbers.map((skuNo) => byNumber.get(skuNo)?.id ?? String(skuNo)).join(',');
  return new RefusedDays('USAGE_UNPRICED', days, { message, metadata: { skus } });
}

const mostNamed = 20;
