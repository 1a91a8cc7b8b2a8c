import { type PurchaseAggregate, purchases } from '@usance/api/billing/purchase';
import { addDays, type Day, parseDay } from '@usance/period/day';
import { seedDemo } from '../../apps/server/src/features/installation/demo/seed-demo.ts';
import { internalCaller } from '../../apps/server/src/testing/callers.ts';
import { startTestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import type { Series } from './back-test.ts';

// The demonstration's history depends on its days only, so these figures can be repeated.
const now = '2026-11-27T12:00:00Z';
const range = { start: Date.parse('2025-09-01'), end: Date.parse(now) };
/** Days after it are in the running month, which is not tested. */
const lastDay = '2026-10-31';

/** Makes the demonstration, and reads the daily amounts of its contracts and their data clouds. */
export async function demonstrationSeries(): Promise<{ all: Series[]; parts: Series[] }> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now, clickhouse: true });
  try {
    await seedDemo(app.deps, { isLinked: false }, (progress) => console.log(progress));
    const caller = internalCaller(app);
    const found = { all: [] as Series[], parts: [] as Series[] };
    for (const { id } of await app.deps.db.selectFrom('contract').select('id').execute()) {
      const days = await caller.call(purchases.aggBy, {
        params: { id },
        query: { ...range, aggDimensions: ['datacloudID', 'day'] },
      });
      const byDatacloud = Map.groupBy(days.items, ({ datacloudID }) => datacloudID);
      const whole = await caller.call(purchases.aggBy, {
        params: { id },
        query: { ...range, aggDimensions: ['day'] },
      });
      found.all.push(seriesOf(whole.items));
      found.parts.push(...[...byDatacloud.values()].map(seriesOf));
    }
    return found;
  } finally {
    await app.close();
    await stopEngines();
  }
}

function seriesOf(days: readonly PurchaseAggregate[]): Series {
  const amounts = new Map(days.map(({ day = '', amount }) => [day, amount]));
  const first = [...amounts.keys()].sort()[0];
  const every: Day[] = [];
  for (let day = parseDay(first ?? lastDay); day <= lastDay; day = addDays(day, 1)) every.push(day);
  return { amounts: new Map(every.map((day) => [day, amounts.get(day) ?? '0'])) };
}
