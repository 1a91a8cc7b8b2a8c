import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
let id: string;
const groupsOf = (query: CallQuery<typeof purchases.groups>) =>
  internalCaller(app).call(purchases.groups, { params: { id }, query });

const at = (text: string) => Date.parse(text);
const autumn = { start: at('2026-09-16T00:00:00Z'), end: at('2026-10-13T00:00:00Z') };
const before = { formerStart: at('2026-08-01T00:00:00Z'), formerEnd: at('2026-09-01T00:00:00Z') };

beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
  ({ id } = await contract(app));
  const storage = { product: 'Storage', billing_item: 'storage.hot', sku_no: 2 };
  await rowsRated(app, id, 'UTC', [
    { bill_at: '2026-09-16T00:00:00Z', amount: '10' },
    // The last hour of a Sunday, and the first of a Monday.
    { bill_at: '2026-09-20T23:00:00Z', amount: '20' },
    { bill_at: '2026-09-21T00:00:00Z', amount: '30' },
    { bill_at: '2026-10-01T00:00:00Z', amount: '40', region: 'eu-west-1', object_id: 'wh-2', object_name: '报表' },
    {
      bill_at: '2026-10-12T23:00:00Z',
      amount: '50',
      cloud_provider: 'azure',
      region: 'us-east-1',
      ...storage,
      sku_no: 3,
    },
    { bill_at: '2026-08-05T00:00:00Z', amount: '120' },
    { bill_at: '2026-08-05T00:00:00Z', amount: '60', product: 'Network', billing_item: 'network.out', sku_no: 4 },
  ]);
});
afterAll(() => app.close());

describe(purchases.groups.id, () => {
  it('compares the groups of both periods, also those of the former one alone', async () => {
    const reply = await groupsOf({ ...autumn, ...before, groupBy: 'product', step: 'month' });
    expect(reply).toEqual({
      items: [
        {
          product: 'Compute',
          amount: '100.00000000',
          amountFormatted: '$100.00',
          compared: {
            amount: '100.00000000',
            amountFormatted: '$100.00',
            formerAmount: '120.00000000',
            formerAmountFormatted: '$120.00',
            change: '-20.00000000',
            changeFormatted: '-$20.00',
            changePercent: '-16.7',
          },
          share: '66.7',
          steps: ['60.00000000', '40.00000000'],
        },
        {
          product: 'Storage',
          amount: '50.00000000',
          amountFormatted: '$50.00',
          compared: {
            amount: '50.00000000',
            amountFormatted: '$50.00',
            formerAmount: '0.00000000',
            formerAmountFormatted: '$0.00',
            change: '50.00000000',
            changeFormatted: '$50.00',
            changePercent: null,
          },
          share: '33.3',
          steps: ['0.00000000', '50.00000000'],
        },
        {
          product: 'Network',
          amount: '0.00000000',
          amountFormatted: '$0.00',
          compared: {
            amount: '0.00000000',
            amountFormatted: '$0.00',
            formerAmount: '60.00000000',
            formerAmountFormatted: '$60.00',
            change: '-60.00000000',
            changeFormatted: '-$60.00',
            changePercent: '-100.0',
          },
          share: '0.0',
          steps: ['0.00000000', '0.00000000'],
        },
      ],
      pageNum: 1,
      pageSize: 10,
      totalSize: 3,
      amount: '150.00000000',
      amountFormatted: '$150.00',
      compared: {
        amount: '150.00000000',
        amountFormatted: '$150.00',
        formerAmount: '180.00000000',
        formerAmountFormatted: '$180.00',
        change: '-30.00000000',
        changeFormatted: '-$30.00',
        changePercent: '-16.7',
      },
      comparedDays: {
        now: { start: '2026-09-16T00:00:00Z', end: '2026-10-13T00:00:00Z' },
        before: { start: '2026-08-01T00:00:00Z', end: '2026-09-01T00:00:00Z' },
      },
      steps: [
        { start: '2026-09-16', amount: '60.00000000', amountFormatted: '$60.00' },
        { start: '2026-10-01', amount: '90.00000000', amountFormatted: '$90.00' },
      ],
      formerSteps: [{ start: '2026-08-01', amount: '180.00000000', amountFormatted: '$180.00' }],
    });
  });

  it('compares only whole days, if asked, of which all usage has arrived', async () => {
    const { id: running } = await contract(app);
    await rowsRated(app, running, 'UTC', [
      { bill_at: '2026-09-02T00:00:00Z', amount: '8' },
      { bill_at: '2026-09-14T00:00:00Z', amount: '3' },
      { bill_at: '2026-10-02T00:00:00Z', amount: '10' },
      // More of this day may come.
      { bill_at: '2026-10-14T01:00:00Z', amount: '5' },
    ]);
    const query = {
      ...{ start: at('2026-10-01T00:00:00Z'), end: at('2026-10-15T13:00:00Z'), wholeDays: true },
      ...{ formerStart: at('2026-09-01T00:00:00Z'), formerEnd: at('2026-10-01T00:00:00Z') },
    };
    const reply = await internalCaller(app).call(purchases.groups, { params: { id: running }, query });
    expect(reply.comparedDays).toEqual({
      now: { start: '2026-10-01T00:00:00Z', end: '2026-10-14T00:00:00Z' },
      before: { start: '2026-09-01T00:00:00Z', end: '2026-09-14T00:00:00Z' },
    });
    expect(reply).toMatchObject({
      amount: '15.00000000',
      compared: { amount: '10.00000000', formerAmount: '8.00000000', changePercent: '25.0' },
      items: [{ amount: '15.00000000', compared: { change: '2.00000000' } }],
    });
    expect(reply.formerSteps).toHaveLength(13);
  });

  it('begins weeks on Monday, and the first one where the range begins', async () => {
    const { steps } = await groupsOf({ ...autumn, groupBy: 'product', step: 'week' });
    expect(steps.map(({ start, amount }) => [start, amount])).toEqual([
      ['2026-09-16', '30.00000000'],
      ['2026-09-21', '30.00000000'],
      ['2026-09-28', '40.00000000'],
      ['2026-10-05', '0.00000000'],
      ['2026-10-12', '50.00000000'],
    ]);
  });

  it('separates regions of the same id by their provider', async () => {
    const { items } = await groupsOf({ ...autumn, groupBy: 'region' });
    expect(items.map((item) => [item.cloudProvider, item.region, item.regionName, item.amount])).toEqual([
      ['aws', 'us-east-1', 'US East (N. Virginia)', '60.00000000'],
      ['azure', 'us-east-1', 'us-east-1', '50.00000000'],
      ['aws', 'eu-west-1', 'Europe (Ireland)', '40.00000000'],
    ]);
  });

  it('finds groups by a part of their name or id, and adds up all', async () => {
    const find = (text: string) => groupsOf({ ...autumn, groupBy: 'objectID', find: text });
    const all = await groupsOf({ ...autumn, groupBy: 'objectID' });
    const [etl, none] = [await find('ETL'), await find('%')];
    expect(all.items.map(({ objectID, objectName }) => [objectID, objectName])).toEqual([
      ['wh-1', 'etl'],
      ['wh-2', '报表'],
    ]);
    expect([etl.items, etl.totalSize, etl.amount, etl.steps]).toEqual([[all.items[0]], 1, all.amount, all.steps]);
    expect((await find('报')).items).toEqual([all.items[1]]);
    expect((await find('H-2')).items).toEqual([all.items[1]]);
    expect([none.items, none.totalSize, none.amount]).toEqual([[], 0, all.amount]);
  });

  it('has no comparison without a former period, and no share of nothing', async () => {
    const reply = await groupsOf({ ...autumn, groupBy: 'product' });
    expect([reply.compared, reply.formerSteps, reply.items[0]?.compared]).toEqual([undefined, undefined, undefined]);
    const empty = { start: autumn.end, end: autumn.end };
    const formerOnly = await groupsOf({ ...empty, ...before, groupBy: 'product' });
    expect(formerOnly.items.map(({ product, share, steps }) => [product, share, steps])).toEqual([
      ['Compute', null, []],
      ['Network', null, []],
    ]);
    expect(await groupsOf({ ...empty, groupBy: 'product' })).toMatchObject({ items: [], totalSize: 0, steps: [] });
  });
});
