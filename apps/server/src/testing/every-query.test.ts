import { type Call, pathOf } from '@usance/api/call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { contract, member } from './builders.ts';
import { internalCaller } from './callers.ts';
import { definedCalls } from './defined-calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clickhouse: true });
});
afterAll(() => app.close());

it('a range that ends before it starts is refused by every call that takes one', async () => {
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const ranged = (await definedCalls()).filter(({ query }) => 'start' in shapeOf(query));
  expect(ranged.length).toBeGreaterThan(10);
  for (const call of ranged) {
    const query = { aggDimensions: ['product'], start: Date.UTC(2026, 9), end: Date.UTC(2026, 8) };
    const known = Object.entries(query).filter(([name]) => name in shapeOf(call.query));
    const caller = call.internal ? internalCaller(app) : admin;
    const refusal = await caller.refusal(call, { params: { id }, query: Object.fromEntries(known) });
    expect([call.id, refusal.reason, refusal.metadata]).toEqual([call.id, 'INVALID_PARAMETER', { field: 'end' }]);
  }
});

it('every sortable list accepts a sorter, with exactly one of its columns', async () => {
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const sorted = (await definedCalls()).filter(({ query }) => 'orderBy' in shapeOf(query));
  expect(sorted.length).toBeGreaterThan(6);
  for (const call of sorted) {
    const [caller, family] = call.internal ? [internalCaller(app), 'internal' as const] : [admin, 'customer' as const];
    const refusal = (query: object) => caller.refusal(call, { params: { id }, query });
    const misuses = [
      'x',
      '[]',
      '3',
      'amount,down',
      'nobodys,asc',
      '{"id":"asc","no":"asc"}',
      '{"nobodys":"asc"}',
      '{"amount":"down"}',
      '{"field":"nobodys","order":"asc"}',
      '{"field":"amount","order":"asc","no":"asc"}',
    ];
    for (const sorter of misuses)
      expect([call.id, sorter, (await refusal({ sorter })).metadata]).toEqual([call.id, sorter, { field: 'sorter' }]);
    const twice = await refusal({ sorter: '{"amount":"asc"}', orderBy: 'amount' });
    expect([call.id, twice.metadata]).toEqual([call.id, { field: 'sorter' }]);
    const [url, columns] = [pathOf(call, family).replace('{id}', id), columnsOf(call)];
    const statusOf = async (query: Record<string, string>) => (await caller.raw({ url, query })).statusCode;
    const empty = [
      '',
      '{}',
      'null',
      `{"${columns[0]}":null}`,
      `{"field":"${columns[0]}"}`,
      `{"field":"${columns[0]}","order":null}`,
    ];
    for (const sorter of empty) expect([call.id, sorter, await statusOf({ sorter })]).toEqual([call.id, sorter, 200]);
    expect(await statusOf({ searchParam: '{"sorter":null}' })).toBe(200);
    for (const column of columns) {
      const forms = [`{"${column}":"ascend"}`, `{"field":"${column}","order":"descend"}`, `${column},desc`];
      for (const sorter of forms) expect([call.id, sorter, await statusOf({ sorter })]).toEqual([call.id, sorter, 200]);
    }
  }
});

it('every unpaged list ignores the parameters of pages', async () => {
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const wholes = (await definedCalls()).filter(
    ({ query, reply, path }) =>
      Object.values(shapeOf(reply)).some((field) => field instanceof z.core.$ZodArray) &&
      !('pageNum' in shapeOf(query)) &&
      (!path.includes('{') || /^[^{]*{id}[^{]*$/.test(path)),
  );
  expect(wholes.length).toBeGreaterThan(5);
  for (const call of wholes.filter(({ method }) => method === 'GET')) {
    const [caller, family] = call.internal ? [internalCaller(app), 'internal' as const] : [admin, 'customer' as const];
    const url = pathOf(call, family).replace('{id}', id);
    const plain = await caller.raw({ url });
    const paged = await caller.raw({ url, query: { pageNum: '2', pageSize: '10' } });
    expect([call.id, paged.statusCode, paged.json().metadata]).toEqual([
      call.id,
      plain.statusCode,
      plain.json().metadata,
    ]);
  }
});

it('every call that takes ids refuses an empty list of them', async () => {
  const { id } = await contract(app);
  const about = (await definedCalls()).filter(
    ({ query }) => 'ids' in shapeOf(query) || 'statementIDs' in shapeOf(query),
  );
  expect(about.length).toBeGreaterThan(3);
  for (const call of about) {
    const name = call.id === 'statement.download' ? 'statementIDs' : 'ids';
    const refusal = await internalCaller(app).refusal(call, { params: { id }, query: { [name]: [] } });
    expect([call.id, refusal.reason, refusal.metadata]).toEqual([call.id, 'INVALID_PARAMETER', { field: name }]);
  }
});

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
