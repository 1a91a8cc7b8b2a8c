import { instant, instantOfEpochMs, plusHours, plusMinutes } from '@usance/period/instant';
import { range } from '@usance/period/range';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import { batchStored } from '../../usage/metering.fixture.ts';
import { hashTotalOf } from '../../usage/moving/hash-total.ts';
import { ratedTotals, usageTotals } from './control-totals.ts';
import {
  amountsOf,
  first,
  freshNo,
  type MeteredRow,
  metered,
  second,
  segmentsOf,
  third,
} from './rate-window.fixture.ts';
import { IncompleteRun, rateWindow, UnpricedUsage } from './rate-window.ts';

let ch: ClickHouse;
beforeAll(async () => {
  ch = await openTestClickHouse();
});
afterAll(() => ch.close());

const meter = (rows: readonly MeteredRow[]) => metered(ch, rows);
const amounts = (contractId: string) => amountsOf(ch, contractId);

describe('the price of a rated row', () => {
  const versions = [
    { unitPrice: '1', to: second },
    { unitPrice: '10', from: second },
  ];

  test('is that of the hour in which it starts, also at the instant of a change', async () => {
    const lastSecond = instantOfEpochMs(second - 1000);
    const { contractId, days } = await meter([
      { quantity: '1', startAt: lastSecond },
      { quantity: '1', startAt: second },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([versions]) });
    expect(await amounts(contractId)).toEqual(['1', '10']);
  });

  test('is that at the start of its hour, whatever the minute of its start', async () => {
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

  test('is the old one for late usage, which is billed in a later hour as an adjustment', async () => {
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

  test('comes with the columns of its SKU', async () => {
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
  test.each<[string, MeteredRow, string]>([
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
  test('writes the metered rows and quantity, each day under its own number', async () => {
    const { contractId, days, records } = await meter([
      { quantity: '1.5' },
      { quantity: '2.25' },
      { quantity: '4', startAt: second },
      { quantity: '8', startAt: third },
    ]);
    const hashTotal = (...of: readonly [number, number]) => hashTotalOf(records.slice(...of));
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]) });
    expect(await usageTotals(ch, { contractId, range: range(first, third) })).toEqual({ rows: 3n, quantity: '7.75' });
    const runNos = days.map((day) => day.runNo);
    expect(await ratedTotals(ch, [contractId], runNos)).toEqual([
      {
        runNo: runNos[0],
        rows: 2n,
        quantity: '3.75',
        amount: '7.5',
        through: plusHours(first, 1),
        hashTotal: hashTotal(0, 2),
      },
      {
        runNo: runNos[1],
        rows: 1n,
        quantity: '4',
        amount: '8',
        through: plusHours(second, 1),
        hashTotal: hashTotal(2, 3),
      },
    ]);
  });

  test('counts a usage record once, however many slices it has, with its whole quantity', async () => {
    const { contractId, days, records } = await meter([{ quantity: '3' }, { quantity: '5' }]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]) });
    await ch.command(
      `INSERT INTO purchase SELECT * REPLACE (1 AS slice_no, toDecimal128('0.5', 12) AS consumption, toDecimal128('0.25', 12) AS amount)
       FROM purchase WHERE contract_id = {contractId:String} AND usage_id = 'u-000001'`,
      { contractId },
    );
    expect(await ratedTotals(ch, [contractId], [days[0]?.runNo ?? 0n])).toMatchObject([
      { rows: 2n, quantity: '8.5', amount: '16.25', hashTotal: hashTotalOf(records) },
    ]);
  });

  test('leaves later batches for a later run', async () => {
    const { contractId, days, records, batchNo } = await meter([{ quantity: '1' }]);
    await batchStored(
      ch,
      freshNo(),
      records.map((row) => ({ ...row, usage_id: 'later' })),
    );
    const run = { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]), throughBatch: batchNo };
    expect(await rateWindow(ch, run)).toMatchObject({ rows: 1n });
  });

  test('is refused if usage changes between measuring and rating', async () => {
    const { contractId, days, records } = await meter([{ quantity: '1' }]);
    const meanwhile = {
      query: ch.query.bind(ch),
      command: async (...given: Parameters<ClickHouse['command']>) => {
        await batchStored(
          ch,
          freshNo(),
          records.map((row) => ({ ...row, usage_id: 'unmeasured', sku_no: 2 })),
        );
        return ch.command(...given);
      },
    } as ClickHouse;
    const run = { contractId, days, segments: segmentsOf([[{ unitPrice: '2' }]]) };
    await expect(rateWindow(meanwhile, run)).rejects.toBeInstanceOf(IncompleteRun);
  });

  test('without usage writes nothing', async () => {
    const { days } = await meter([{ quantity: '1' }]);
    expect(await rateWindow(ch, { contractId: 'ct-none', days, segments: [] })).toMatchObject({
      rows: 0n,
      width: undefined,
    });
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
    const fresh = freshNo();
    await Promise.all([batchStored(ch, fresh, records), batchStored(ch, fresh, records)]);
    expect(await stored(fresh)).toBe('2');
  });

  test('that was stored partially is completed', async () => {
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
    const fresh = freshNo();
    await batchStored(ch, fresh, records);
    expect([await stored(batchNo), await stored(fresh)]).toEqual(['1', '1']);
  });
});
