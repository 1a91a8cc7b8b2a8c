import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { contract } from './builders.ts';
import { internalCaller } from './callers.ts';
import { definedCalls } from './defined-calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a range that ends before it starts is refused by every call that takes one', async () => {
  const { id } = await contract(app);
  const ranged = (await definedCalls()).filter(
    ({ query }) => query instanceof z.core.$ZodObject && 'start' in query._zod.def.shape,
  );
  expect(ranged.length).toBeGreaterThan(10);
  for (const call of ranged) {
    const query = { aggDimensions: ['product'], start: Date.UTC(2026, 9), end: Date.UTC(2026, 8) };
    const known = Object.entries(query).filter(
      ([name]) => call.query instanceof z.core.$ZodObject && name in call.query._zod.def.shape,
    );
    const refusal = await internalCaller(app).refusal(call, { params: { id }, query: Object.fromEntries(known) });
    expect([call.id, refusal.reason, refusal.metadata]).toEqual([call.id, 'INVALID_PARAMETER', { field: 'end' }]);
  }
});

it('no thing at all is refused by every call that is about things by their ids', async () => {
  const { id } = await contract(app);
  const about = (await definedCalls()).filter(
    ({ query }) =>
      query instanceof z.core.$ZodObject && ('ids' in query._zod.def.shape || 'statementIDs' in query._zod.def.shape),
  );
  expect(about.length).toBeGreaterThan(3);
  for (const call of about) {
    const name = call.id === 'statement.download' ? 'statementIDs' : 'ids';
    const refusal = await internalCaller(app).refusal(call, { params: { id }, query: { [name]: [] } });
    expect([call.id, refusal.reason, refusal.metadata]).toEqual([call.id, 'INVALID_PARAMETER', { field: name }]);
  }
});
