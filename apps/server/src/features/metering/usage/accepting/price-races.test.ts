import { prices } from '@usance/api/metering/price';
import { instantOf, toRfc3339 } from '@usance/period/instant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sellCoreHours, usageOf } from '../metering.fixture.ts';
import { readUsageLine, type UsageLine } from '../reading/usage-line.ts';
import { acceptUsage } from './accept-usage.ts';

let app: TestApp;
let skuId: string;
const contracts: Metered[] = [];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-25T12:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '0.5');
  for (let count = 0; count < 20; count += 1) contracts.push(await meteredContract(app));
  contracts.sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
});
afterAll(() => app.close());

/** Sends usage of the given hours until `work` is done, each time in another order. */
async function sendBeside(work: Promise<unknown>, hours: readonly (readonly [Metered, string])[]): Promise<void> {
  let isDone = false;
  void work.catch(() => {}).finally(() => (isDone = true));
  const sender = async (who: number) => {
    for (let turn = 0; !isDone; turn += 1) {
      const from = (who * 7 + turn * 3) % hours.length;
      const order = [...hours.slice(from), ...hours.slice(0, from)];
      const lines = order.map(([metered, start], at) => {
        const end = toRfc3339(instantOf(new Date(Date.parse(start) + 3_600_000)));
        return readUsageLine(at + 1, JSON.stringify(usageOf(metered, { start, end })), app.clock.now()) as UsageLine;
      });
      const accepted = await app.deps.db.transaction().execute((tx) => acceptUsage(tx, lines, app.clock.now()));
      expect(accepted.accepted).toBe(hours.length);
    }
  };
  await Promise.all([work, ...[0, 1, 2].map(sender)]);
}

it('prices of many contracts, in any order, and usage never deadlock', async () => {
  const hours = contracts.map((metered) => [metered, '2026-10-20T10:00:00Z'] as const);
  const setPrices = async () => {
    for (let hour = 0; hour < 20; hour += 1) {
      const effectiveFrom = toRfc3339(instantOf(new Date(Date.UTC(2026, 9, 5, hour))));
      const price = { skuId, currency: 'USD', unitPrice: '0.4', priceUnit: 'core-hour', effectiveFrom } as const;
      const items = contracts.toReversed().map(({ contractId }) => ({ ...price, contractId }));
      await internalCaller(app).call(prices.create, { body: { items } });
    }
  };
  await sendBeside(setPrices(), hours);
}, 60_000);

it('repeated changes of a price’s end and usage never deadlock', async () => {
  const [metered] = contracts;
  const days = Array.from({ length: 20 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}T10:00:00Z`);
  const hours = days.flatMap((day) => (metered ? [[metered, day] as const] : []));
  const { items } = await internalCaller(app).call(prices.list, { query: { skuId } });
  const moveEnd = async () => {
    for (let move = 0; move < 30; move += 1) {
      const effectiveTo = move % 2 === 0 ? '2026-10-03T00:00:00Z' : '2026-10-15T00:00:00Z';
      await internalCaller(app).call(prices.update, { params: { id: items[0]?.id ?? '' }, body: { effectiveTo } });
    }
  };
  await sendBeside(moveEnd(), hours);
}, 60_000);
