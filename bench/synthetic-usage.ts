import { type Instant, instant, plusDays24h } from '@usance/period/instant';
import { range } from '@usance/period/range';
import {
  compilePriceSegments,
  type PriceSegment,
} from '../apps/server/src/features/metering/price/book/price-segments.ts';
import type { ClickHouse } from '../apps/server/src/platform/clickhouse/client.ts';

export const month = range(instant('2026-01-01T00:00:00Z'), instant('2026-02-01T00:00:00Z'));
export const skuCount = 40;
export const datacloudIds = Array.from('abcdefg', (letter) => `dc-bench${letter}`);

/**
 * Inserts 31 days of metered hours of one contract: 200 objects, 7 data clouds, 40 SKUs, quantities below 100 with 12
 * places.
 */
export async function fillUsage(
  ch: ClickHouse,
  contractId: string,
  rows: number,
  start: Instant = month.start,
): Promise<void> {
  await ch.command(
    `INSERT INTO usage_record (contract_id, batch_no, source, usage_id, datacloud_id, datacloud_name, object_id, object_name,
       resource_kind, sku_no, quantity, start_at, end_at, bill_at, chargeable)
     SELECT {contractId:String}, intDiv(number, 100000), 'meter',
       concat('01J', leftPad(toString(cityHash64(number, {from:UInt32}) % 1000000000000), 12, '0'), leftPad(toString(number), 11, '0')),
       arrayElement({datacloudIds:Array(String)}, number % 7 + 1), concat('cloud ', toString(number % 7)),
       concat('obj-', toString(number % 200)), concat('object ', toString(number % 200)),
       ['warehouse', 'database', 'backup', 'teleport', 'cache'][number % 5 + 1],
       1 + number % {skuCount:UInt32},
       toDecimal128(concat(toString(rand64() % 100), '.', leftPad(toString(rand64(1) % 1000000000000), 12, '0')), 12),
       toDateTime({from:UInt32}, 'UTC') + intDiv(number * 744, {rows:UInt64}) * 3600 AS start, start + 3600, start, 1
     FROM numbers({rows:UInt64})`,
    { contractId, datacloudIds, rows, skuCount, from: start / 1000 },
  );
}

/**
 * Returns prices with 12 places, a new version in mid-month, and a discount of the contract. The `dear` ones need
 * 256-bit arithmetic.
 */
export function syntheticSegments(dear: boolean): PriceSegment[] {
  const skuNos = Array.from({ length: skuCount }, (_, index) => index + 1);
  const change = plusDays24h(month.start, 15);
  const whole = dear ? '100000000' : '0';
  const version = (skuNo: number, lastPlaces: number) => {
    const unitPrice = `${whole}.04210000${String(lastPlaces).padStart(4, '0')}`;
    return { skuNo, isOwn: false, unitPrice, listPrice: unitPrice, priceUnit: 'USD/GB-month' };
  };
  return compilePriceSegments(
    {
      skus: new Map(skuNos.map((skuNo) => [skuNo, syntheticSku(skuNo)])),
      prices: skuNos.flatMap((skuNo) => [
        { ...version(skuNo, skuNo * 7 + 1), from: month.start, to: change },
        { ...version(skuNo, skuNo * 9 + 3), from: change, to: null },
      ]),
      discounts: [{ rate: '0.850001', from: month.start, to: null }],
      uncharged: [],
    },
    month,
  );
}

/** Returns the month's billing days, with run numbers from `firstRun`. */
export function billingDays(firstRun: bigint) {
  return Array.from({ length: 31 }, (_, index) => ({
    range: range(plusDays24h(month.start, index), plusDays24h(month.start, index + 1)),
    runNo: firstRun + BigInt(index),
  }));
}

/** Returns the names of a SKU and its cloud, region and edition. */
export function syntheticSku(skuNo: number) {
  return {
    product: ['Compute', 'Storage', 'Network', 'Backup'][skuNo % 4] ?? '',
    type: `type ${skuNo % 9}`,
    subType: `sub type ${skuNo % 5}`,
    billingItem: `item-${skuNo}`,
    cloudProvider: (['aws', 'azure', 'alibabacloud'] as const)[skuNo % 3] ?? 'aws',
    region: `region-${skuNo % 6}`,
    edition: (['ENTERPRISE', 'BUSINESSCRITICAL'] as const)[skuNo % 2] ?? 'ENTERPRISE',
    consumptionUnit: ['core-hour', 'GB-hour', 'GB'][skuNo % 3] ?? '',
  };
}
