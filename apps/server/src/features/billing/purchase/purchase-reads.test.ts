import type { CallQuery } from '@usance/api/call';
import type { Contract } from '@usance/api/contract';
import { purchases } from '@usance/api/purchase';
import { formatDecimal, parseDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '../../../testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type RatedRow, rated } from './rated-rows.fixture.ts';

let app: TestApp;
let acme: Contract;
let reader: Caller;
const params = () => ({ id: acme.id });
const start = Date.parse('2026-10-01T00:00:00Z');
const end = Date.parse('2026-11-01T00:00:00Z');
const october = { start, end };

const compute: RatedRow = { bill_at: '2026-10-01T00:00:00Z', amount: '0.000000000001' };
const storage: RatedRow = {
  bill_at: '2026-10-01T05:00:00Z',
  sku_no: 2,
  product: 'Storage',
  type: 'Database',
  sub_type: 'hot',
  billing_item: 'storage.hot',
  datacloud_id: 'dc-bbbb',
  datacloud_name: 'archive',
  cloud_provider: 'azure',
  region: 'eu-west-1',
  edition: 'BUSINESSCRITICAL',
  object_id: 'db-1',
  object_name: '=SUM(A1)',
  consumption: '720.5',
  consumption_unit: 'GB-hour',
  list_price: '0.000031944444',
  price_unit: 'USD/GB-month',
  zhekou: '0.85',
  amount: '123456789.123456789012',
};
const rows: RatedRow[] = [
  compute,
  storage,
  { ...compute, bill_at: '2026-10-03T23:00:00Z', amount: '7.1', object_id: 'wh-2', object_name: 'bi, "nightly"' },
  { ...compute, bill_at: '2026-10-03T10:00:00Z', amount: '0', chargeable: 0 },
  { ...compute, bill_at: '2026-10-10T10:00:00Z', amount: '-2.000000000003', consumption: '-2', adjustment: 1 },
];
const total = '123456794.223456789010';

beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:30:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
  acme = await contract(app, { tags: '顶峰 "Acme"' });
  reader = await member(app, acme.id, 'billing_viewer');
  await rated(app, acme.id, 'UTC', [...rows, { bill_at: '2026-09-30T23:00:00Z' }, { bill_at: '2026-11-01T00:00:00Z' }]);
  await app.deps.clickhouse.command(
    'INSERT INTO purchase SELECT * REPLACE (999999 AS run_no) FROM purchase WHERE contract_id = {id:String}',
    { id: acme.id },
  );
  const other = await contract(app);
  await rated(app, other.id, 'UTC', [{ ...compute, product: 'Not yours' }]);
});
afterAll(() => app.close());

const exact = (amounts: readonly string[]) => formatDecimal(sum(amounts.map((amount) => parseDecimal(amount))), 12);
const list = async (query: CallQuery<typeof purchases.list>) =>
  (await reader.call(purchases.list, { params: params(), query: { ...october, ...query } })).items;

describe('one sum, whichever way it is read', () => {
  const filtered: Record<string, Partial<typeof october> & { product?: string }> = {
    nothing: {},
    'a product': { product: 'Compute' },
    'a cut day': { start: start + 3_600_000, end: Date.parse('2026-10-03T23:00:00Z') },
  };
  it.each(Object.keys(filtered))('to the 12th place, filtered by %s', async (name) => {
    const query = { ...october, ...filtered[name] };
    const wanted = exact((await list({ ...query, pageSize: 999 })).map((row) => row.amount));
    for (const aggDimensions of ['product', 'day', 'objectID,region', 'cloudProvider,edition,type'] as const) {
      const groups = await reader.call(purchases.aggBy, {
        params: params(),
        query: { ...query, aggDimensions } as CallQuery<typeof purchases.aggBy>,
      });
      expect(exact(groups.items.map((item) => item.amount))).toBe(wanted);
    }
    const skus = await reader.call(purchases.aggBySku, { params: params(), query });
    expect(exact(skus.items.map((item) => item.amount))).toBe(wanted);
    const days = (await reader.call(purchases.dailyAcc, { params: params(), query })).items;
    expect(exact(days.map((item) => item.amount))).toBe(wanted);
    expect(exact([days.at(-1)?.accAmount ?? ''])).toBe(wanted);
    const csv = await reader.call(purchases.download, { params: params(), query });
    expect(exact(cellsOf(csv).map((cells) => cells[18] ?? ''))).toBe(wanted);
  });

  it('is that of the live runs in the range, dead rows and other contracts apart', async () => {
    expect(exact((await list({})).map((row) => row.amount))).toBe(total);
  });
});

/** Data lines of a CSV of ours, in which no cell holds a line break. */
function cellsOf(csv: string): string[][] {
  const lines = csv.trimEnd().split('\n').slice(1);
  return lines.map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(unquoted));
}
function unquoted([, quoted, plain]: RegExpMatchArray): string {
  return quoted?.replaceAll('""', '"') ?? plain ?? '';
}

describe(purchases.list.id, () => {
  it('shows a row with what it cost and why', async () => {
    expect(await list({ product: 'Storage' })).toEqual([
      {
        id: expect.stringMatching(/^test:u-/),
        edition: 'BUSINESSCRITICAL',
        product: 'Storage',
        type: 'Database',
        subType: 'hot',
        start: '2026-10-01T05:00:00Z',
        end: '2026-10-01T06:00:00Z',
        objectName: '=SUM(A1)',
        objectID: 'db-1',
        consumption: '720.5',
        consumptionFormatted: '720.5',
        consumptionUnit: 'GB-hour',
        billingItem: 'storage.hot',
        listPrice: '0.000031944444',
        listPriceFormatted: '$0.00003194',
        priceUnit: 'USD/GB-month',
        zhekou: '0.85',
        zhekouFormatted: '85%',
        amount: '123456789.123456789012',
        amountFormatted: '$123,456,789.12345679',
        datacloudName: 'archive',
        datacloudID: 'dc-bbbb',
        cloudProvider: 'azure',
        region: 'eu-west-1',
        chargeable: true,
        adjustment: false,
      },
    ]);
  });

  it.each([
    [{ datacloudID: 'dc-bbbb' }, 1],
    [{ datacloudID: 'dc-aaaa,dc-bbbb' }, 5],
    [{ objectID: 'wh-2' }, 1],
    [{ includeZeroAmount: 'false' }, 4],
    [{ edition: 'BUSINESSCRITICAL' }, 1],
    [{ cloudProvider: 'azure' }, 1],
    [{ region: 'us-east-1' }, 4],
    [{ product: 'Compute' }, 4],
    [{ type: 'Database' }, 1],
    [{ subType: 'r-series' }, 4],
    [{ billingItem: 'storage.hot,nothing' }, 1],
    [{ product: "Compute' OR 1=1 --" }, 0],
    [{ product: 'Not yours' }, 0],
    [{ product: 'Compute', region: 'eu-west-1' }, 0],
    [{ start: Date.parse('2026-10-01T05:00:00Z'), end: Date.parse('2026-10-01T05:00:00.001Z') }, 1],
    [{ start: Date.parse('2026-10-01T05:00:00.001Z'), end: Date.parse('2026-10-02T00:00:00Z') }, 0],
    [{ start, end: start }, 0],
  ])('filters by %j', async (query, expected) => {
    const page = await reader.call(purchases.list, { params: params(), query: { ...october, ...query } as never });
    expect([page.totalSize, page.items.length]).toEqual([expected, expected]);
  });

  it('takes its criteria as one searchParam too', async () => {
    const searchParam = JSON.stringify({ ...october, product: ['Storage'], pageSize: 1 });
    const reply = await reader.raw({ url: `/api/v1/contracts/${acme.id}/purchases`, query: { searchParam } });
    expect(reply.json()).toMatchObject({ totalSize: 1, pageSize: 1, items: [{ product: 'Storage' }] });
  });

  it.each([
    ['amount', (row: { amount: string }) => Number(row.amount)],
    ['consumption', (row: { consumption: string }) => Number(row.consumption)],
    ['listPrice', (row: { listPrice: string }) => Number(row.listPrice)],
    ['start', (row: { start: string }) => Date.parse(row.start)],
  ] as const)('orders by %s both ways, as numbers', async (orderBy, keyOf) => {
    const ascending = (await list({ orderBy, ordering: 'asc' })).map(keyOf as never);
    expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a) - Number(b)));
    expect((await list({ orderBy, ordering: 'desc' })).map(keyOf as never)).toEqual(ascending.toReversed());
  });

  it('pages without repeating or losing a row, also among equals', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => list({ pageNum, pageSize: 2, orderBy: 'billingItem' })),
    );
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(5);
  });

  it('answers the page of all as any other', async () => {
    const all = await reader.raw({
      url: `/api/v1/contracts/${acme.id}/purchases`,
      query: { start: String(start), end: String(end), pageSize: '999999' },
    });
    expect(all.headers['content-type']).toMatch(/^application\/json/);
    const { items, ...page } = purchases.list.reply.parse(all.json());
    expect(page).toEqual({ pageNum: 1, pageSize: 999_999, totalSize: 5 });
    expect(items).toEqual(await list({}));
  });

  it('covers the running month up to the next full hour where no range is given', async () => {
    const page = await reader.call(purchases.list, { params: params(), query: {} });
    expect(page.totalSize).toBe(5);
    expect(page.items.every((row) => row.start >= '2026-10-01' && row.start < '2026-10-15T13')).toBe(true);
  });
});

describe(purchases.aggBy.id, () => {
  it('puts the largest first, and adds quantities up only where they share a unit', async () => {
    const query = { ...october, aggDimensions: 'product' } as never;
    expect((await reader.call(purchases.aggBy, { params: params(), query })).items).toEqual([
      {
        product: 'Storage',
        amount: '123456789.123456789012',
        amountFormatted: '$123,456,789.12',
        consumption: '720.5',
        consumptionUnit: 'GB-hour',
      },
      {
        product: 'Compute',
        amount: '5.099999999998',
        amountFormatted: '$5.10',
        consumption: '1',
        consumptionUnit: 'core-hour',
      },
    ]);
    const byDay = await reader.call(purchases.aggBy, {
      params: params(),
      query: { ...october, aggDimensions: 'day' } as never,
    });
    const mixed = byDay.items.find((item) => item.day === '2026-10-01');
    expect(mixed).toBeDefined();
    expect(mixed?.consumption).toBeUndefined();
  });

  it('names what an id stands for', async () => {
    const query = { ...october, aggDimensions: 'datacloudID,objectID', product: 'Storage' } as never;
    const { items } = await reader.call(purchases.aggBy, { params: params(), query });
    expect(items).toMatchObject([
      { datacloudID: 'dc-bbbb', datacloudName: 'archive', objectID: 'db-1', objectName: '=SUM(A1)' },
    ]);
  });
});

describe(purchases.aggBySku.id, () => {
  it('tells list prices and discounts apart', async () => {
    const { items } = await reader.call(purchases.aggBySku, { params: params(), query: october });
    expect(
      items.map(({ billingItem, listPrice, zhekouFormatted }) => [billingItem, listPrice, zhekouFormatted]),
    ).toEqual([
      ['storage.hot', '0.000031944444', '85%'],
      ['compute.r', '1.5', '-'],
    ]);
  });
});

describe(purchases.dailyAcc.id, () => {
  it('has a row for each day of the range, also where nothing was used', async () => {
    const { items } = await reader.call(purchases.dailyAcc, { params: params(), query: october });
    expect(items.map((item) => item.day)).toEqual(
      Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`),
    );
    expect(items[1]).toEqual({
      day: '2026-10-02',
      amount: '0.00000000',
      amountFormatted: '$0.00',
      accAmount: '123456789.123456789013',
      accAmountFormatted: '$123,456,789.12',
    });
  });

  it('cuts days in the billing zone', async () => {
    const china = await contract(app, { currency: 'CNY' });
    await rated(app, china.id, 'Asia/Shanghai', [
      { bill_at: '2026-09-30T16:00:00Z' },
      { bill_at: '2026-10-01T15:00:00Z' },
    ]);
    const { items } = await internalCaller(app).call(purchases.dailyAcc, {
      params: { id: china.id },
      query: {},
    });
    expect(items.filter((item) => item.amount !== '0.00000000')).toMatchObject([
      { day: '2026-10-01', amountFormatted: '￥3.00' },
    ]);
  });
});

describe(purchases.distinctFields.id, () => {
  it('offers the values of the range, each once', async () => {
    expect(await reader.call(purchases.distinctFields, { params: params(), query: october })).toEqual({
      products: ['Compute', 'Storage'],
      types: ['Database', 'Warehouse'],
      subTypes: ['hot', 'r-series'],
      internalPriceNames: ['compute.r', 'storage.hot'],
      regions: [
        { cloudProvider: 'aws', region: 'us-east-1' },
        { cloudProvider: 'azure', region: 'eu-west-1' },
      ],
      editions: ['BUSINESSCRITICAL', 'ENTERPRISE'],
      dataclouds: [
        { id: 'dc-bbbb', name: 'archive' },
        { id: 'dc-aaaa', name: 'lake' },
      ],
    });
  });
});

describe(purchases.download.id, () => {
  const url = () => `/api/v1/contracts/${acme.id}/purchases/download`;
  const query = { start: String(start), end: String(end) };

  it('is a UTF-8 file of raw numbers in order of time, which no spreadsheet takes for formulas', async () => {
    const csv = await reader.call(purchases.download, { params: params(), query: october });
    expect(csv.startsWith('\uFEFF"Start","End","Product"')).toBe(true);
    const cells = cellsOf(csv);
    expect(cells.map(([first]) => first)).toEqual(rows.map((row) => row.bill_at).toSorted());
    expect(cells[1]?.slice(11, 20)).toEqual([
      "'=SUM(A1)",
      'db-1',
      '720.5',
      'GB-hour',
      '0.000031944444',
      'USD/GB-month',
      '0.85',
      '123456789.123456789012',
      'USD',
    ]);
    expect(cells.map((row) => row[11])).toContain('bi, "nightly"');
    expect(cells.at(-1)?.[18]).toBe('-2.000000000003');
  });

  it('bears the name of the contract and the range', async () => {
    const reply = await reader.raw({ url: url(), query });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
      '顶峰 _Acme__2026-10-01_2026-10-31.csv',
    );
  });

  it('speaks the language of its reader', async () => {
    const chinese = await reader.raw({ url: url(), query, headers: { 'accept-language': 'zh-CN' } });
    const english = await reader.raw({ url: url(), query, headers: { 'accept-language': 'en-US' } });
    expect(chinese.body.split('\n')[0]).toContain('"金额","币种"');
    expect(english.body.split('\n')[0]).toContain('"Amount","Currency"');
    expect(chinese.body.split('\n').slice(1)).toEqual(english.body.split('\n').slice(1));
  });

  it('is a heading alone where nothing was used', async () => {
    const empty = await reader.call(purchases.download, { params: params(), query: { start: 0, end: 1 } });
    expect(empty.trimEnd().split('\n')).toHaveLength(1);
  });
});

const reads = [
  [purchases.list, purchases.list, {}],
  [purchases.aggBy, purchases.aggBy, { aggDimensions: 'product' }],
  [purchases.aggBySku, purchases.aggBySku, {}],
  [purchases.dailyAcc, purchases.dailyAcc, {}],
  [purchases.distinctFields, purchases.distinctFields, {}],
  [purchases.download, purchases.download, {}],
] as const;

describe.each(reads.map(([call, twin, query]) => ({ name: call.id, call, twin, query: { ...october, ...query } })))(
  'access to $name',
  ({ call, twin, query }) => {
    const input = () => ({ params: params(), query });

    it('is for those who may read billing, and for the platform itself', async () => {
      expect(await reader.call(call, input() as never)).toEqual(await internalCaller(app).call(twin, input() as never));
    });

    it('is refused to a viewer', async () => {
      const viewer = await member(app, acme.id, 'viewer');
      expect(await viewer.refusal(call, input())).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
    });

    it('is refused to strangers as if the contract did not exist', async () => {
      const stranger = await person(app);
      expect(await stranger.refusal(call, input())).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
      const unknown = { ...input(), params: { id: 'ct-aaaaaaaaaaaaaaaa' } };
      expect(await internalCaller(app).refusal(twin, unknown)).toMatchObject({ code: 404 });
      expect(await anonymousCaller(app).refusal(call, input())).toMatchObject({ code: 401 });
    });
  },
);

describe('bad input is refused with the name of its field', () => {
  it.each([
    [purchases.list, { start: end, end: start }, 'end'],
    [purchases.list, { orderBy: 'amount;--' }, 'orderBy'],
    [purchases.list, { orderBy: 'run_no' }, 'orderBy'],
    [purchases.list, { ordering: 'ASC NULLS' }, 'ordering'],
    [purchases.list, { pageSize: 0 }, 'pageSize'],
    [purchases.list, { pageSize: 1_000_000 }, 'pageSize'],
    [purchases.list, { pageNum: 2 ** 53 }, 'pageNum'],
    [purchases.list, { pageNum: '1.5' }, 'pageNum'],
    [purchases.list, { start: 'yesterday' }, 'start'],
    [purchases.list, { start: -1 }, 'start'],
    [purchases.list, { edition: 'GOLD' }, 'edition'],
    [purchases.list, { includeZeroAmount: 'maybe' }, 'includeZeroAmount'],
    [purchases.list, { runNo: 1 }, 'runNo'],
    [purchases.list, { searchParam: '{"product":{"$ne":1}}' }, 'product'],
    [purchases.aggBy, {}, 'aggDimensions'],
    [purchases.aggBy, { aggDimensions: '' }, 'aggDimensions'],
    [purchases.aggBy, { aggDimensions: 'contract_id' }, 'aggDimensions'],
    [purchases.aggBy, { searchParam: '{"aggDimensions":[]}' }, 'aggDimensions'],
    [purchases.dailyAcc, { start: 0, end: 32_503_680_000_000 }, 'start'],
    [purchases.distinctFields, { start }, 'end'],
    [purchases.download, { end }, 'start'],
  ])('%#: %j', async (call, query, field) => {
    const refusal = await reader.refusal(call, { params: params(), query });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.metadata['field']?.split('.')[0]).toBe(field);
  });
});
