import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Instant, instant, instantOfEpochMs, plusHours, plusMinutes, toRfc3339 } from '@usance/period/instant';
import { range } from '@usance/period/range';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClickHouse, openClickHouse } from '../../../../platform/clickhouse/client.ts';
import { migrateClickHouse } from '../../../../platform/clickhouse/migrate.ts';
import { compilePriceSegments, type PriceBook } from '../../price/book/price-segments.ts';
import type { UsageRecordRow } from '../../usage/insert-usage-batch.ts';
import { batchStored } from '../../usage/metering.fixture.ts';
import { AmountTooLarge } from './arithmetic.ts';
import { ratedTotals, usageTotals } from './control-totals.ts';
import { rateWindow, UnpricedUsage } from './rate-window.ts';

const migrations = fileURLToPath(new URL('../../../../../migrations/clickhouse', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'usance-rating-'));
let ch: ClickHouse;
let serial = 0n;

beforeAll(async () => {
  ch = await openClickHouse({ dataDir, log: { info: () => undefined, warn: () => undefined } });
  await migrateClickHouse(ch, migrations, { enginePrefix: '', cluster: '' });
});
afterAll(async () => {
  await ch.close();
  rmSync(dataDir, { recursive: true });
});

const first = instant('2026-03-01T00:00:00Z');
const second = instant('2026-03-02T00:00:00Z');
const third = instant('2026-03-03T00:00:00Z');
const march = range(first, instant('2026-04-01T00:00:00Z'));

type Price = { unitPrice: string; rate?: string; from?: Instant; to?: Instant | null };
/** A book in which SKU n has the n-th list of versions; a rate is a contract-level discount of the whole month. */
function segmentsOf(skus: readonly Price[][], rate = '1', unchargedSkus: readonly number[] = []) {
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
    uncharged: unchargedSkus.map((skuNo) => ({ skuNo, from: first, to: null })),
  };
  return compilePriceSegments(book, march);
}

type Metered = { quantity: string; skuNo?: number; startAt?: Instant; billAt?: Instant; chargeable?: 0 | 1 };
/** Meters the rows for a contract of its own and answers what a rating run needs. */
async function meter(rows: readonly Metered[]) {
  serial += 1n;
  const contractId = `ct-${serial}`;
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
  await batchStored(ch, serial, records);
  const runNo = serial * 10n;
  const days = [
    { range: range(first, second), runNo },
    { range: range(second, third), runNo: runNo + 1n },
  ];
  return { contractId, days, records, batchNo: serial };
}

async function amounts(contractId: string): Promise<string[]> {
  const sql =
    'SELECT toString(amount) AS amount FROM purchase WHERE contract_id = {contractId:String} ORDER BY usage_id';
  return (await ch.query<{ amount: string }>(sql, { contractId })).map((row) => row.amount);
}

/** The independent oracle: digits as text to whole numbers, long division, nothing shared with the engine's path. */
function rateRowReference(quantity: string, unitPrice: string, rate: string): string {
  if (quantity.startsWith('-')) {
    const mirror = rateRowReference(quantity.slice(1), unitPrice, rate);
    return mirror === '0' ? '0' : `-${mirror}`;
  }
  const whole = (text: string, places: number) => {
    const [integer = '', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(places, '0'));
  };
  const product = whole(quantity, 12) * whole(unitPrice, 12) * whole(rate, 6);
  const divisor = 10n ** 18n;
  const remainder = product % divisor;
  const units = product / divisor + (remainder * 2n >= divisor ? 1n : 0n);
  const digits = units.toString().padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
}

const decimalBelow = (integers: bigint, places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: integers - 1n }), fc.bigInt({ min: 0n, max: 10n ** BigInt(places) - 1n }))
    .map(([integer, fraction]) => `${integer}.${fraction.toString().padStart(places, '0')}`);
const eitherWay = (quantities: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.boolean(), quantities)
    .map(([isCorrection, quantity]) => (isCorrection && /[1-9]/.test(quantity) ? `-${quantity}` : quantity));
const rates = fc.bigInt({ min: 1n, max: 10n ** 6n }).map((units) => {
  const digits = units.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});

describe('the amount of a rated row', () => {
  test.each([
    { width: 128 as const, quantities: eitherWay(decimalBelow(10n ** 4n, 12)), prices: decimalBelow(10n, 12) },
    { width: 256 as const, quantities: eitherWay(decimalBelow(10n ** 12n, 12)), prices: decimalBelow(10n ** 6n, 12) },
  ])(
    'equals an independent exact computation to the last place, on $width bits',
    async ({ width, quantities, prices }) => {
      const usage = fc.array(fc.tuple(quantities, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 60 });
      const list = fc.array(prices, { minLength: 5, maxLength: 5 });
      const widths = new Set<number | undefined>();
      await fc.assert(
        fc.asyncProperty(usage, list, rates, async (rows, unitPrices, rate) => {
          const segments = segmentsOf(
            unitPrices.map((unitPrice) => [{ unitPrice }]),
            rate,
          );
          const { contractId, days } = await meter(rows.map(([quantity, skuNo]) => ({ quantity, skuNo })));
          widths.add((await rateWindow(ch, { contractId, days, segments })).width);
          const expected = rows.map(([quantity, skuNo]) =>
            rateRowReference(quantity, unitPrices[skuNo - 1] ?? '', rate),
          );
          expect(await amounts(contractId)).toEqual(expected);
        }),
        { numRuns: 25 },
      );
      expect(widths).toContain(width);
    },
  );

  test.each([
    ['0.000000000001', '0.5', '1', '0.000000000001'],
    ['0.000000000001', '0.499999999999', '1', '0'],
    ['1', '0.000000000001', '0.5', '0.000000000001'],
    ['1', '0.000000000001', '0.499999', '0'],
    ['3', '0.333333333333', '0.85', '0.849999999999'],
    ['0', '5', '1', '0'],
    ['12.5', '0', '1', '0'],
    ['-0.000000000001', '0.5', '1', '-0.000000000001'],
    ['-0.000000000001', '0.499999999999', '1', '0'],
    ['999999999999.999999999999', '1', '1', '999999999999.999999999999'],
  ])('%s × %s × %s is %s', async (quantity, unitPrice, rate, amount) => {
    const { contractId, days } = await meter([{ quantity }]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice }]], rate) });
    expect(await amounts(contractId)).toEqual([amount]);
    expect(rateRowReference(quantity, unitPrice, rate)).toBe(amount);
  });

  test('is 0 for a row or SKU that is not charged, which is listed all the same', async () => {
    const { contractId, days } = await meter([
      { quantity: '1', chargeable: 0 },
      { quantity: '1', skuNo: 2 },
      { quantity: '1' },
    ]);
    const segments = segmentsOf([[{ unitPrice: '2' }], [{ unitPrice: '3' }]], '1', [2]);
    await rateWindow(ch, { contractId, days, segments });
    expect(await amounts(contractId)).toEqual(['0', '0', '2']);
  });

  test('is exact where one SKU is dear and another is used a lot', async () => {
    const { contractId, days } = await meter([
      { quantity: '99999999999999.5' },
      { quantity: '-0.000000000003', skuNo: 2 },
      { quantity: '0', skuNo: 3 },
    ]);
    const unitPrices = ['0.000000000001', '99999999999999.999999999999', '99999999999999999999999999'];
    const segments = segmentsOf(
      unitPrices.map((unitPrice) => [{ unitPrice }]),
      '0.999999',
    );
    await rateWindow(ch, { contractId, days, segments });
    expect(await amounts(contractId)).toEqual(['99.9999', '-299.9997', '0']);
  });

  test('is taken where the dear hours of a SKU are not those in which much of it is used', async () => {
    const dear = { unitPrice: '99999999999999', from: second };
    const { contractId, days } = await meter([
      { quantity: '99999999999999' },
      { quantity: '-2', startAt: second },
      { quantity: '3', startAt: first, billAt: second },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '0.5', to: second }, dear]]) });
    expect(await amounts(contractId)).toEqual(['49999999999999.5', '-199999999999998', '1.5']);
  });

  test('too large for its column, or for the sum of its run, is refused and nothing is written', async () => {
    const { contractId, days } = await meter(Array.from({ length: 20 }, () => ({ quantity: '99999999999999' })));
    const run = rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '99999999999' }]]) });
    await expect(run).rejects.toThrow(AmountTooLarge);
    expect(await amounts(contractId)).toEqual([]);
  });
});

describe('the price of a rated row', () => {
  const versions = [
    { unitPrice: '1', to: second },
    { unitPrice: '10', from: second },
  ];

  test('is that of the hour it started in, also at the very instant of a change', async () => {
    const lastSecond = instantOfEpochMs(second - 1000);
    const { contractId, days } = await meter([
      { quantity: '1', startAt: lastSecond },
      { quantity: '1', startAt: second },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([versions]) });
    expect(await amounts(contractId)).toEqual(['1', '10']);
  });

  test('is that of the start of its hour, whatever minute it began in', async () => {
    const change = plusMinutes(plusHours(first, 10), 30);
    const { contractId, days } = await meter([
      { quantity: '1', startAt: plusMinutes(change, -1) },
      { quantity: '1', startAt: plusMinutes(change, 15) },
      { quantity: '1', startAt: plusMinutes(change, 30) },
    ]);
    const segments = segmentsOf([
      [
        { unitPrice: '1', to: change },
        { unitPrice: '10', from: change },
      ],
    ]);
    await rateWindow(ch, { contractId, days, segments });
    expect(await amounts(contractId)).toEqual(['1', '1', '10']);
  });

  test('is the old one for late usage, which is billed under its later hour as an adjustment', async () => {
    const { contractId, days } = await meter([
      { quantity: '1', startAt: first, billAt: second },
      { quantity: '1', startAt: second },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([versions]) });
    const sql = `SELECT run_no, toString(amount) AS amount, adjustment FROM purchase
      WHERE contract_id = {contractId:String} ORDER BY usage_id`;
    expect(await ch.query(sql, { contractId })).toEqual([
      { run_no: String(days[1]?.runNo), amount: '1', adjustment: 1 },
      { run_no: String(days[1]?.runNo), amount: '10', adjustment: 0 },
    ]);
  });

  test('comes with what is shown of its SKU', async () => {
    const { contractId, days } = await meter([{ quantity: '1', skuNo: 2 }]);
    await rateWindow(ch, {
      contractId,
      days,
      segments: segmentsOf([versions, [{ unitPrice: '0.000000000001' }]], '0.85'),
    });
    const sql = `SELECT product, type, billing_item, region, consumption_unit, price_unit, list_price, zhekou, chargeable
      FROM purchase WHERE contract_id = {contractId:String}`;
    expect(await ch.query(sql, { contractId })).toEqual([
      {
        product: 'product 2',
        type: "it's",
        billing_item: 'item 2',
        region: 'us-east-1',
        consumption_unit: 'GB',
        price_unit: 'USD/GB',
        list_price: '0.000000000001',
        zhekou: '0.85',
        chargeable: 1,
      },
    ]);
  });
});

describe('usage without a price', () => {
  test.each<[string, Metered, string]>([
    ['of an unknown SKU', { quantity: '1', skuNo: 9 }, '00:00'],
    ['in a gap between two versions', { quantity: '1', startAt: instant('2026-03-01T12:00:00Z') }, '12:00'],
    ['in an hour that begins before its price', { quantity: '1', startAt: instant('2026-03-01T18:45:00Z') }, '18:45'],
  ])('%s refuses the run, names the row, and nothing is written', async (_, row, hour) => {
    const segments = segmentsOf([
      [
        { unitPrice: '1', to: instant('2026-03-01T10:00:00Z') },
        { unitPrice: '2', from: instant('2026-03-01T14:00:00Z'), to: instant('2026-03-01T18:00:00Z') },
        { unitPrice: '3', from: instant('2026-03-01T18:30:00Z') },
      ],
    ]);
    const { contractId, days } = await meter([{ quantity: '1' }, { quantity: '1', startAt: second }, row]);
    const at = instant(`2026-03-01T${hour}:00Z`);
    await expect(rateWindow(ch, { contractId, days, segments })).rejects.toThrow(UnpricedUsage);
    await expect(rateWindow(ch, { contractId, days, segments })).rejects.toMatchObject({
      unpriced: [{ skuNo: row.skuNo ?? 1, rows: 1n, firstStart: at, lastStart: at }],
    });
    expect(await amounts(contractId)).toEqual([]);
  });
});

describe('a rating run', () => {
  test('writes as many rows and as much quantity as were metered, each day under its own number', async () => {
    const { contractId, days } = await meter([
      { quantity: '1.5' },
      { quantity: '2.25' },
      { quantity: '4', startAt: second },
      { quantity: '8', startAt: third },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]) });
    expect(await usageTotals(ch, { contractId, range: range(first, third) })).toEqual({ rows: 3n, quantity: '7.75' });
    const runNos = days.map((day) => day.runNo);
    expect(await ratedTotals(ch, contractId, runNos)).toEqual([
      { runNo: runNos[0], rows: 2n, quantity: '3.75', amount: '7.5', through: plusHours(first, 1) },
      { runNo: runNos[1], rows: 1n, quantity: '4', amount: '8', through: plusHours(second, 1) },
    ]);
  });

  test('counts a usage once, into however many slices it is cut, and all of their quantity', async () => {
    const { contractId, days } = await meter([{ quantity: '3' }, { quantity: '5' }]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]) });
    await ch.command(
      `INSERT INTO purchase SELECT * REPLACE (1 AS slice_no, toDecimal128('0.5', 12) AS consumption, toDecimal128('0.25', 12) AS amount)
       FROM purchase WHERE contract_id = {contractId:String} AND usage_id = 'u-000001'`,
      { contractId },
    );
    expect(await ratedTotals(ch, contractId, [days[0]?.runNo ?? 0n])).toMatchObject([
      { rows: 2n, quantity: '8.5', amount: '16.25' },
    ]);
  });

  test('leaves later batches for a later run', async () => {
    const { contractId, days, records, batchNo } = await meter([{ quantity: '1' }]);
    serial += 1n;
    await batchStored(
      ch,
      serial,
      records.map((row) => ({ ...row, usage_id: 'later' })),
    );
    const run = { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]), throughBatch: batchNo };
    expect(await rateWindow(ch, run)).toMatchObject({ rows: 1n });
  });

  test('without usage writes nothing', async () => {
    const { days } = await meter([{ quantity: '1' }]);
    expect(await rateWindow(ch, { contractId: 'ct-none', days, segments: [] })).toEqual({ rows: 0n, width: undefined });
  });
});

describe('a batch of usage', () => {
  const stored = async (batchNo: bigint) =>
    (
      await ch.query<{ n: string }>('SELECT count() AS n FROM usage_record WHERE batch_no = {batchNo:UInt64}', {
        batchNo,
      })
    )[0]?.n;

  test('is stored once however often it is sent, also by two senders at once', async () => {
    const { records, batchNo } = await meter([{ quantity: '1' }, { quantity: '2' }]);
    await Promise.all([batchStored(ch, batchNo, records), batchStored(ch, batchNo, records)]);
    expect(await stored(batchNo)).toBe('2');
    serial += 1n;
    const fresh = serial;
    await Promise.all([batchStored(ch, fresh, records), batchStored(ch, fresh, records)]);
    expect(await stored(fresh)).toBe('2');
  });

  test('that was stored in part is completed', async () => {
    const { records, batchNo } = await meter([
      { quantity: '1' },
      { quantity: '2', startAt: instant('2026-04-01T00:00:00Z') },
    ]);
    await ch.command(
      'ALTER TABLE usage_record DELETE WHERE batch_no = {batchNo:UInt64} AND quantity = 2',
      { batchNo },
      { mutations_sync: '2' },
    );
    expect(await stored(batchNo)).toBe('1');
    await batchStored(ch, batchNo, records);
    expect(await stored(batchNo)).toBe('2');
  });

  test('with the content of another batch is stored beside it', async () => {
    const { records, batchNo } = await meter([{ quantity: '1' }]);
    serial += 1n;
    await batchStored(ch, serial, records);
    expect([await stored(batchNo), await stored(serial)]).toEqual(['1', '1']);
  });
});
