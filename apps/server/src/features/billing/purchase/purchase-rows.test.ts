import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse, QueryParams } from '#platform/clickhouse/client.ts';
import type { Caller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { cellsOf, october, rows, startWithPurchases } from './purchases.fixture.ts';

let app: TestApp;
let acme: Contract;
let reader: Caller;
const params = () => ({ id: acme.id });
const { start, end } = october;

beforeAll(async () => {
  ({ app, acme, reader } = await startWithPurchases());
});
afterAll(() => app.close());

const list = async (query: CallQuery<typeof purchases.list>) =>
  (await reader.call(purchases.list, { params: params(), query: { ...october, ...query } })).items;

describe(purchases.list.id, () => {
  it('shows a row with its cost and the reasons', async () => {
    expect(await list({ product: 'Storage' })).toEqual([
      {
        id: expect.stringMatching(/^test:u-/),
        edition: 'BUSINESSCRITICAL',
        product: 'Storage',
        type: 'Database',
        subType: 'hot, public',
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
        zhekou: '0.850000',
        zhekouFormatted: '85%',
        amount: '123456789.123456789012',
        amountFormatted: '$123,456,789.12345679',
        datacloudName: 'archive',
        datacloudID: 'dc-bbbb',
        cloudProvider: 'azure',
        region: 'eu-west-1',
        regionName: 'eu-west-1',
        chargeable: true,
        adjustment: false,
        tierMode: null,
        unitPrice: '1.50000000',
        unitPriceFormatted: '$1.50000000',
        offerId: null,
        sliceNo: 0,
        tags: {},
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
    [{ billingItem: 'storage.hot' }, 1],
    [{ billingItem: ['storage.hot', 'nothing'] }, 1],
    [{ billingItem: 'storage.hot,nothing' }, 0],
    [{ subType: 'hot, public' }, 1],
    [{ searchParam: '{"subType":"hot, public"}' }, 1],
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

  it('also takes its filters as one searchParam', async () => {
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

  it('pages without repeating or losing a row, even among equal ones', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => list({ pageNum, pageSize: 2, orderBy: 'billingItem' })),
    );
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(5);
  });

  it('returns a page of all rows in the usual form', async () => {
    const all = await reader.raw({
      url: `/api/v1/contracts/${acme.id}/purchases`,
      query: { start: String(start), end: String(end), pageSize: '999999' },
    });
    expect(all.headers['content-type']).toMatch(/^application\/json/);
    // The raw reply: a schema would add defaults.
    const { items, ...page } = all.json();
    expect(page).toEqual({ pageNum: 1, pageSize: 999_999, totalSize: 5 });
    expect(items).toEqual(await list({}));
  });

  it('covers the current month up to the next full hour by default', async () => {
    const page = await reader.call(purchases.list, { params: params(), query: {} });
    expect(page.totalSize).toBe(5);
    expect(page.items.every((row) => row.start >= '2026-10-01' && row.start < '2026-10-15T13')).toBe(true);
  });
});

describe(purchases.download.id, () => {
  const url = () => `/api/v1/contracts/${acme.id}/purchases/download`;
  const query = { start: String(start), end: String(end) };

  it('is a UTF-8 file of raw numbers in order of time, safe from spreadsheet formulas', async () => {
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
      '0.850000000000',
      '123456789.123456789012',
      'USD',
    ]);
    expect(cells.map((row) => row[11])).toContain('bi, "nightly"');
    expect(cells.at(-1)?.[18]).toBe('-2.000000000003');
  });

  it('queries many days at once, and skips days without rows', async () => {
    const asked: QueryParams[] = [];
    const engine = app.deps.clickhouse as { -readonly [K in keyof ClickHouse]: ClickHouse[K] };
    const { stream } = engine;
    engine.stream = (...given) => {
      asked.push(given[1]);
      return stream(...given);
    };
    onTestFinished(() => void Object.assign(engine, { stream }));
    const download = (filters: object) =>
      reader.call(purchases.download, { params: params(), query: { ...october, ...filters } });
    expect(cellsOf(await download({}))).toHaveLength(5);
    expect(cellsOf(await download({ product: 'Compute' })).map(([first]) => first)).toHaveLength(4);
    expect(cellsOf(await download({ objectID: 'wh-2' }))).toHaveLength(1);
    expect(asked.map(({ runs }) => (runs as unknown[]).length)).toEqual([3, 3, 1]);
    expect(cellsOf(await download({ product: 'nothing' }))).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  it('is named by the contract and the range', async () => {
    const reply = await reader.raw({ url: url(), query });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
      '顶峰 _Acme__2026-10-01_2026-10-31.csv',
    );
  });

  it('is named by its filters, or by their number if there are many', async () => {
    const searchParam = (filters: object) => ({ searchParam: JSON.stringify(filters) });
    const filters = { cloudProvider: 'aws', product: ['Compute', 'Storage'], includeZeroAmount: false };
    const nameOf = async (asked: Record<string, string>) => {
      const reply = await reader.raw({ url: url(), query: asked });
      expect(reply.statusCode).toBe(200);
      return decodeURIComponent(String(reply.headers['content-disposition']));
    };
    expect(await nameOf({ ...query, ...searchParam(filters) })).toContain('_2026-10-31_aws_Compute+Storage_not-0.csv');
    const objectID = ['x'.repeat(200), 'y'.repeat(200)];
    expect(await nameOf({ ...query, ...searchParam({ objectID }) })).toContain('_2026-10-31_2-objectID.csv');
  });

  it('is in the reader’s language', async () => {
    const chinese = await reader.raw({ url: url(), query, headers: { 'accept-language': 'zh-CN' } });
    const english = await reader.raw({ url: url(), query, headers: { 'accept-language': 'en-US' } });
    expect(chinese.body.split('\n')[0]).toContain('"金额","币种"');
    expect(english.body.split('\n')[0]).toContain('"Amount","Currency"');
    expect(chinese.body.split('\n')[0]).toContain('"折扣系数"');
    expect(english.body.split('\n')[0]).toContain('"Price multiplier"');
    const [chineseCells, englishCells] = [cellsOf(chinese.body), cellsOf(english.body)];
    expect(chineseCells.map((row) => row.toSpliced(6, 1))).toEqual(englishCells.map((row) => row.toSpliced(6, 1)));
    // Editions have the names of the screens.
    const editionsIn = (cells: readonly (readonly string[])[]) => new Set(cells.map((row) => row[6]));
    expect(editionsIn(englishCells)).toEqual(new Set(['Commercial', 'Business Critical']));
    expect(editionsIn(chineseCells)).toEqual(new Set(['商业版', '业务关键版']));
  });

  it('is only a header without usage', async () => {
    const empty = await reader.call(purchases.download, {
      params: params(),
      query: { start: Date.UTC(2000, 0), end: Date.UTC(2000, 1) },
    });
    expect(empty.trimEnd().split('\n')).toHaveLength(1);
  });
});
