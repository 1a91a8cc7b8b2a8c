import { type Instant, instant, instantOfEpochMs, toRfc3339 } from '@usance/period/instant';
import { range } from '@usance/period/range';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { compilePriceSegments, type PriceBook } from '../../price/book/price-segments.ts';
import type { TierVersion } from '../../tier/graduated.ts';
import { batchStored } from '../../usage/metering.fixture.ts';
import type { UsageRecordRow } from '../../usage/payload/usage-record-row.ts';

export const first = instant('2026-03-01T00:00:00Z');
export const second = instant('2026-03-02T00:00:00Z');
export const third = instant('2026-03-03T00:00:00Z');
const march = range(first, instant('2026-04-01T00:00:00Z'));

type Price = { unitPrice: string; rate?: string; from?: Instant; to?: Instant | null };
/**
 * Compiles segments in which SKU n has the n-th list of versions. `rate` is a contract-level discount of the whole
 * month.
 */
export function segmentsOf(
  skus: readonly Price[][],
  rate = '1',
  { uncharged = [], tiers = [] }: { uncharged?: readonly number[]; tiers?: readonly TierVersion[] } = {},
) {
  const dimensions = (n: number) => ({
    product: `product ${n}`,
    type: "it's",
    subType: '',
    billingItem: `item ${n}`,
    cloudProvider: 'aws',
    region: 'us-east-1',
    edition: 'standard',
    consumptionUnit: 'GB',
  });
  const book: PriceBook = {
    skus: new Map(skus.map((_, index) => [index + 1, dimensions(index + 1)])),
    prices: skus.flatMap((versions, index) =>
      versions.map(({ unitPrice, from = first, to = null }) => {
        return { skuNo: index + 1, isOwn: false, unitPrice, listPrice: unitPrice, priceUnit: 'USD/GB', from, to };
      }),
    ),
    discounts: [{ rate, from: first, to: null }],
    uncharged: uncharged.map((skuNo) => ({ skuNo, from: first, to: null })),
    tiers,
  };
  return compilePriceSegments(book, march);
}

let serial = 0n;
/** Returns a number that no batch and no contract of this test file has yet. */
export function freshNo(): bigint {
  serial += 1n;
  return serial;
}

export type MeteredRow = { quantity: string; skuNo?: number; startAt?: Instant; billAt?: Instant; chargeable?: 0 | 1 };
/** Stores the rows for a contract of their own and returns the input of a rating run. */
export async function metered(ch: ClickHouse, rows: readonly MeteredRow[]) {
  const batchNo = freshNo();
  const contractId = `ct-${batchNo}`;
  const records = rows.map(
    ({ quantity, skuNo = 1, startAt = first, billAt = startAt, chargeable = 1 }, index): UsageRecordRow => {
      return {
        contract_id: contractId,
        source: 'test',
        usage_id: `u-${String(index).padStart(6, '0')}`,
        datacloud_id: 'dc-1',
        datacloud_name: 'cloud',
        object_id: 'obj-1',
        object_name: 'object',
        resource_kind: 'warehouse',
        sku_no: skuNo,
        quantity,
        start_at: toRfc3339(startAt),
        end_at: toRfc3339(instantOfEpochMs(startAt + 3_600_000)),
        bill_at: toRfc3339(billAt),
        chargeable,
      };
    },
  );
  await batchStored(ch, batchNo, records);
  const runNo = batchNo * 10n;
  const days = [
    { range: range(first, second), runNo },
    { range: range(second, third), runNo: runNo + 1n },
  ];
  return { contractId, days, records, batchNo };
}

/** The rated amounts of a contract, ordered by usage id. */
export async function amountsOf(ch: ClickHouse, contractId: string): Promise<string[]> {
  const sql =
    'SELECT toString(amount) AS amount FROM purchase WHERE contract_id = {contractId:String} ORDER BY usage_id';
  return (await ch.query<{ amount: string }>(sql, { contractId })).map((row) => row.amount);
}
