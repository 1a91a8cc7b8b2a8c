import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { engineAnswering, stillEngine } from '#testing/still-engine.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { meteredContract, reportUsage, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Redirects all statements to another engine. */
async function instead(engine: ReturnType<typeof stillEngine>): Promise<void> {
  const { query, insert, command } = await engine;
  vi.spyOn(app.deps.clickhouse, 'query').mockImplementation(query);
  vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(insert);
  vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(command);
}

/** Shortens all timeouts to a hundredth, so that a request without a timeout fails the test. */
function hurried(): void {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
}

it('usage is accepted while the usage database does not answer, also copies of batches without a payload', async () => {
  const metered = await meteredContract(app);
  const record = usageOf(metered);
  await sendUsage(app, [record]);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await instead(stillEngine());
  hurried();
  const others = Array.from({ length: 1_000 }, () => usageOf(metered));
  expect(await reportUsage(app, [record, ...others])).toMatchObject({ accepted: 1_000, duplicate: 1 });
  vi.restoreAllMocks();
  await flushUsage(app.deps);
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1_001, ids: 1_001 });
});

it('a usage database that does not answer is asked only once for each delivery, however many lines it has', async () => {
  const metered = await meteredContract(app);
  const records = Array.from({ length: 10_001 }, () => usageOf(metered));
  await sendUsage(app, records);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await instead(stillEngine());
  hurried();
  expect(await sendUsage(app, records)).toMatchObject({ duplicate: 10_001 });
  expect(app.deps.clickhouse.query).toHaveBeenCalledTimes(1);
});

it.each([
  ['nothing', ''],
  ['a page', '<html>Back soon</html>'],
  ['a document that was cut', '{"meta":[{"name":"rows","type":"UInt64"}],"data":[{"rows":"1'],
])('%s instead of answers sets no batch aside and loses none: it waits, and is moved once', async (_, body) => {
  const metered = await meteredContract(app);
  const known = usageOf(metered);
  await sendUsage(app, [known]);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await instead(engineAnswering((req, res) => void req.resume().once('end', () => res.end(body))));
  expect(await sendUsage(app, [known, usageOf(metered)])).toMatchObject({ accepted: 1, duplicate: 1 });
  for (let time = 0; time < 6; time += 1)
    await expect(flushUsage(app.deps)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  const batches = app.deps.db.selectFrom('usage_batch').selectAll().where('contract_id', '=', metered.contractId);
  expect(await batches.orderBy('batch_no').execute()).toMatchObject([
    { lost_at: null, set_aside_at: null },
    { lost_at: null, set_aside_at: null, failures: 0, moved_at: null },
  ]);
  vi.restoreAllMocks();
  await flushUsage(app.deps);
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
});
