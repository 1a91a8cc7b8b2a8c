import { creditLimits } from '@usance/api/billing/credit-limit';
import { dueDates } from '@usance/api/billing/due-date';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { type Call, pathOf } from '@usance/api/call';
import { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { featureGates } from '@usance/api/contract/feature-gate';
import { operators } from '@usance/api/contract/operator';
import { discounts } from '@usance/api/metering/discount';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { vouchers } from '@usance/api/money/voucher';
import { accountInitVouchers } from '@usance/api/people/account-init-voucher';
import { demoBookings } from '@usance/api/people/demo-booking';
import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract, member, person } from './builders.ts';
import { anonymousCaller, type Caller, internalCaller } from './callers.ts';
import { definedCalls } from './defined-calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let id: string;
let admin: Caller;
let lists: Call[];
/** A time before this file's calls, which add rows to the audit. */
let madeBy: Date;
beforeAll(async () => {
  app = await startTestApp({ clickhouse: true });
  lists = (await definedCalls()).filter(({ query }) => 'pageNum' in shapeOf(query));
  ({ id, admin } = await threeOfMost());
  madeBy = app.clock.now();
  app.clock.moveTo(new Date(madeBy.getTime() + 60_000));
});
afterAll(() => app.close());

it('every paged list can be sorted: by orderBy and ordering, or by a sorter', () => {
  expect(lists.length).toBeGreaterThan(30);
  const unordered = lists.filter(({ query }) =>
    ['orderBy', 'ordering', 'sorter'].some((name) => !(name in shapeOf(query))),
  );
  expect(unordered.map((call) => call.id)).toEqual([]);
});

describe('for every column of every list', () => {
  it('the pages contain each row once, and the other direction reverses them', async () => {
    const turned = new Set<string>();
    for (const call of lists)
      for (const column of columnsOf(call)) {
        const up = await rowsOf(call, { orderBy: column, ordering: 'asc' });
        const down = await rowsOf(call, { orderBy: column, ordering: 'desc' });
        expect([call.id, column, sorted(down)]).toEqual([call.id, column, sorted(up)]);
        for (const [ordering, whole] of [['asc', up] as const, ['desc', down] as const]) {
          const pages = await pagesOf(call, { orderBy: column, ordering }, whole.length);
          expect([call.id, column, ordering, pages]).toEqual([call.id, column, ordering, whole]);
        }
        const values = told(up, column);
        if (new Set(values).size < 2) continue;
        expect([call.id, column, told(down, column)]).toEqual([call.id, column, values.toReversed()]);
        turned.add(call.id);
      }
    // The lists that this file fills with different rows.
    expect(turned.size).toBeGreaterThan(20);
  });

  it('the default order is unchanged', async () => {
    const startsOf = (rows: readonly string[]) => rows.map((row) => valueIn(row, 'start'));
    const limits = startsOf(await rowsOf(creditLimits.list, {}));
    expect(limits).toEqual(limits.toSorted().toReversed());
    const listed = (await rowsOf(skus.list, {})).map((row) => valueIn(row, 'region'));
    expect(listed).toEqual(listed.toSorted());
  });
});

type Order = { readonly orderBy?: string; readonly ordering?: string };

async function read(call: Call, query: Record<string, unknown>): Promise<string[]> {
  const [caller, family] = call.internal ? [internalCaller(app), 'internal' as const] : [admin, 'customer' as const];
  const url = pathOf(call, family).replace('{id}', id);
  const asked = call.noun === 'audit-record' ? { ...query, end: madeBy.getTime() + 1 } : query;
  const reply = await caller.raw({ url, query: { searchParam: JSON.stringify(asked) } });
  expect([call.id, query, reply.statusCode]).toEqual([call.id, query, 200]);
  // Offers are listed under a field of their own.
  const listed = z.union([
    z.object({ items: z.array(z.unknown()) }),
    z.pipe(
      z.object({ privateOffers: z.array(z.unknown()) }),
      z.transform(({ privateOffers }) => ({ items: privateOffers })),
    ),
  ]);
  return listed.parse(reply.json()).items.map((item) => JSON.stringify(item));
}

const rowsOf = (call: Call, order: Order) => read(call, { ...order, pageSize: 999 });

/** Reads the same list with one row per page. */
async function pagesOf(call: Call, order: Order, count: number): Promise<string[]> {
  const rows: string[] = [];
  for (let pageNum = 1; pageNum <= count; pageNum += 1)
    rows.push(...(await read(call, { ...order, pageNum, pageSize: 1 })));
  return rows;
}

function valueIn(row: string, column: string): string {
  const value: unknown = z.record(z.string(), z.unknown()).parse(JSON.parse(row))[column];
  return JSON.stringify(value ?? null);
}

/** The values of a column in order, without nulls, which may come first or last. */
const told = (rows: readonly string[], column: string) =>
  rows.map((row) => valueIn(row, column)).filter((value) => value !== 'null');

const sorted = (rows: readonly string[]) => rows.toSorted();

/** A contract with three of most nouns, and others beside it; two of the three are equal in the sorted columns. */
async function threeOfMost() {
  const own = internalCaller(app);
  const made = await contract(app, { tags: 'Beta' });
  const params = { id: made.id };
  const asking = await member(app, made.id, 'admin');
  for (const [n, tags] of ['Acme', 'Acme', 'Cyan'].entries()) {
    const other = await contract(app, { tags, signDate: `2025-0${n + 2}-01T00:00:00Z` });
    await own.call(contractBlacklists.create, { body: { contractId: other.id, reason: 'Late' } });
    const dropped = await contract(app, { state: 'Draft' });
    await own.call(contractLifecycles.create, { body: { contractId: dropped.id, state: 'Dropped', reason: 'Gone' } });
    await own.call(featureGates.create, { body: { feature: `new-${n}`, isOpen: true } });
    const someone = await person(app);
    const denomination = n === 2 ? '20' : '10';
    await own.call(accountInitVouchers.create, {
      body: { accountID: someone.accountId, denomination, currency: 'USD', validDays: 30 },
    });
    await own.call(operators.name, { body: { user: someone.accountId } });
    await own.call(tokens.create, { body: { name: `Meter ${n % 2}`, scopes: ['read'] } });
    const booking = { name: `Ada ${n % 2}`, email: `ada${n}@example.com`, company: 'Acme' };
    await anonymousCaller(app).call(demoBookings.create, { body: booking });
    await own.call(vouchers.issue, {
      params,
      body: { denomination, currency: 'USD', validDays: 30, reason: 'Welcome' },
    });
    const start = `2027-0${n + 1}-01T00:00:00Z`;
    const version = { start, reason: 'Agreed' };
    await own.call(creditLimits.create, { params, body: { ...version, amount: '10', currency: 'USD' } });
    await own.call(discounts.create, { params, body: { ...version, zhekou: '0.9' } });
    await own.call(gracePeriods.create, {
      params,
      body: { ...version, graceDays: 1, extensionDays: 15, suspensionDays: 15, backupDays: 30 },
    });
    await own.call(dueDates.create, { params, body: { fromMonth: `2027-0${n + 1}`, dueDays: n === 0 ? 7 : 8 } });
    await own.call(tiers.create, {
      params,
      body: {
        effectiveFrom: start,
        tiers: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
        reason: 'Agreed',
      },
    });
  }
  const { items } = await own.call(skus.create, {
    body: {
      items: ['aws-us-east-1', 'aws-us-east-1', 'aws-eu-west-1'].map((region, n) => ({
        product: 'Storage',
        type: 'Storage',
        subType: '',
        billingItem: `item-${n}`,
        tier: '',
        resourceKind: 'database' as const,
        costKind: 'storage' as const,
        cloudProvider: 'aws' as const,
        region,
        edition: 'ENTERPRISE' as const,
        unit: 'GB-hour',
      })),
    },
  });
  await own.call(prices.create, {
    body: {
      items: items.map(({ id: skuId }, n) => ({
        skuId,
        currency: 'USD' as const,
        unitPrice: n === 0 ? '1' : '2',
        priceUnit: 'GB-hour',
        effectiveFrom: '2025-01-01T00:00:00Z',
      })),
    },
  });
  return { id: made.id, admin: asking };
}

/** The columns by which a list can be sorted. */
function columnsOf({ query }: Call): readonly string[] {
  const { properties = {} } = z.toJSONSchema(query as z.ZodObject, { io: 'input', unrepresentable: 'any' });
  const orderBy = properties['orderBy'];
  return typeof orderBy === 'object' ? (orderBy.enum ?? []).map(String) : [];
}

/** The query fields of a call, by name. */
function shapeOf(query: Call['query']): Readonly<Record<string, unknown>> {
  return query instanceof z.core.$ZodObject ? query._zod.def.shape : {};
}
