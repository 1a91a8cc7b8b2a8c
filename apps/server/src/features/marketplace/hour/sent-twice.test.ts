import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { marketplacesAt } from '../marketplace.fixture.ts';
import { type Marketplaces, marketplaceAt } from '../provider/marketplaces.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { closeHours } from './close-hours.ts';
import { hourlyStatementsOf, linkedContract, used } from './hours.fixture.ts';
import { expireHours } from './keep-outcomes.ts';
import { pushHours } from './push-hours.ts';

let app: TestApp;
let standIn: StandIn;
let marketplaces: ReturnType<typeof marketplacesAt>;
beforeAll(async () => {
  standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => app.clock.now() });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ now: '2026-10-10T10:20:00Z', clickhouse: true, marketplaces });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

it('an hour is sent by one process at a time, and cannot expire meanwhile', async () => {
  const { token, ...metered } = await linkedContract(app, standIn);
  await used(app, metered, '2026-10-10T10:00:00Z', '2');
  app.clock.moveTo('2026-10-10T11:10:00Z');
  const now = app.clock.now();
  for (const name of ['usage.flush', 'purchase.rate-due']) await app.ticks.find((tick) => tick.name === name)?.run(now);
  const { link_id: linkId } = await app.deps.db
    .selectFrom('marketplace_meter')
    .select('link_id')
    .where('contract_id', '=', metered.contractId)
    .executeTakeFirstOrThrow();
  await closeHours(app.deps, marketplaces, [{ contract_id: metered.contractId, link_id: linkId }], now);
  standIn.books.leave(token);
  const other = Promise.withResolvers<void>();
  const aws = marketplaceAt(marketplaces, 'aws');
  let asked = 0;
  const meeting: Marketplaces = {
    ...marketplaces,
    providers: [
      {
        ...aws,
        meter: async (records) => {
          asked += 1;
          await other.promise;
          return aws.meter(records);
        },
      },
    ],
  };
  const first = pushHours(app.deps, meeting, { now });
  await expect.poll(() => asked).toBe(1);
  await pushHours(app.deps, meeting, { now });
  await app.deps.db.updateTable('marketplace_hour').set({ deadline: now }).execute();
  await expireHours(app.deps, now);
  other.resolve();
  await first;
  expect(asked).toBe(1);
  expect(await hourlyStatementsOf(app, metered.contractId)).toMatchObject([{ state: 'failed', inDoubt: false }]);
});
