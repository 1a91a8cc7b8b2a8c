import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { formatDecimal, parseDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member, person } from '#testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { cellsOf, october, startWithPurchases } from './purchases.fixture.ts';

let app: TestApp;
let acme: Contract;
let reader: Caller;
const params = () => ({ id: acme.id });
const { start, end } = october;
const total = '123456794.223456789010';

beforeAll(async () => {
  ({ app, acme, reader } = await startWithPurchases());
});
afterAll(() => app.close());

const exact = (amounts: readonly string[]) => formatDecimal(sum(amounts.map((amount) => parseDecimal(amount))), 12);
const list = async (query: CallQuery<typeof purchases.list>) =>
  (await reader.call(purchases.list, { params: params(), query: { ...october, ...query } })).items;

describe('one sum in every read', () => {
  const filtered: Record<string, Partial<typeof october> & { product?: string }> = {
    nothing: {},
    'a product': { product: 'Compute' },
    'a cut day': { start: start + 3_600_000, end: Date.parse('2026-10-03T23:00:00Z') },
  };
  it.each(Object.keys(filtered))('to the 12th place, filtered by %s', async (name) => {
    const query = { ...october, ...filtered[name] };
    const wanted = exact((await list({ ...query, pageSize: 999 })).map((row) => row.amount));
    for (const groupBy of ['product', 'region', 'objectID'] as const) {
      const groups = await reader.call(purchases.groups, { params: params(), query: { ...query, groupBy } });
      expect(exact([groups.amount])).toBe(wanted);
      expect(exact(groups.items.map((item) => item.amount))).toBe(wanted);
    }
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

  it('is that of the live runs in the range, without dead rows and other contracts', async () => {
    expect(exact((await list({})).map((row) => row.amount))).toBe(total);
  });
});

const reads = [
  [purchases.list, purchases.list, {}],
  [purchases.aggBy, purchases.aggBy, { aggDimensions: 'product' }],
  [purchases.groups, purchases.groups, { groupBy: 'product' }],
  [purchases.aggBySku, purchases.aggBySku, {}],
  [purchases.dailyAcc, purchases.dailyAcc, {}],
  [purchases.changes, purchases.changes, {}],
  [purchases.distinctFields, purchases.distinctFields, {}],
  [purchases.download, purchases.download, {}],
] as const;

describe.each(reads.map(([call, twin, query]) => ({ name: call.id, call, twin, query: { ...october, ...query } })))(
  'access to $name',
  ({ call, twin, query }) => {
    const input = () => ({ params: params(), query });

    it('is allowed to billing readers and internal callers', async () => {
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
    [purchases.groups, { groupBy: 'day' }, 'groupBy'],
    [purchases.groups, { groupBy: 'product', step: 'year' }, 'step'],
    [purchases.groups, { groupBy: 'product', orderBy: 'share' }, 'orderBy'],
    [purchases.groups, { groupBy: 'product', formerStart: start }, 'formerEnd'],
    [purchases.groups, { formerStart: end, formerEnd: start }, 'formerEnd'],
    [purchases.groups, { groupBy: 'product', formerEnd: end }, 'formerStart'],
    [purchases.groups, { groupBy: 'product', pageSize: 31_001 }, 'step'],
    [purchases.groups, { groupBy: 'product', start, end, pageSize: 1_001 }, 'step'],
    [purchases.groups, { groupBy: 'product', start: Date.UTC(2000, 0), step: 'month' }, 'start'],
    [
      purchases.groups,
      { groupBy: 'product', formerStart: Date.UTC(2000, 0), formerEnd: end, step: 'month' },
      'formerStart',
    ],
    [purchases.dailyAcc, { start: Date.UTC(2000, 0), end: Date.UTC(2101, 0) }, 'start'],
    [purchases.list, { start: Date.UTC(1999, 11) }, 'start'],
    [purchases.list, { end: Date.UTC(2101, 1) }, 'end'],
    [purchases.distinctFields, { start }, 'end'],
    [purchases.download, { end }, 'start'],
  ])('%#: %j', async (call, query, field) => {
    const refusal = await reader.refusal(call, { params: params(), query });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.metadata['field']?.split('.')[0]).toBe(field);
  });
});
