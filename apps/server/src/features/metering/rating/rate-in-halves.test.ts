import { parseDay } from '@usance/period/day';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { OverLimits } from '../../../platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { unbilledAmount } from '../billing-day/rated-days.ts';
import { forgetPayloads } from '../usage/mending/forget-payloads.ts';
import { hourOn, type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../usage/metering.fixture.ts';
import { rateDue } from './rate-due.ts';
import { rateInHalves } from './rate-in-halves.ts';

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is lost' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const days = Array.from({ length: 14 }, (_, index) => parseDay(`2026-10-${String(index + 1).padStart(2, '0')}`));
const marked = async () => (await dirtyDays(app.deps.db, metered.contractId)).map(({ day }) => day);
const unbilled = () => unbilledAmount(app.deps.db, metered.contractId);

/** Ratings of more records than this find no room. */
function roomFor(most: number): void {
  const { clickhouse } = app.deps;
  const command = clickhouse.command.bind(clickhouse);
  vi.spyOn(clickhouse, 'command').mockImplementation(async (statement, ...given) => {
    const [, which] =
      /^INSERT INTO purchase[\s\S]*?(u\.contract_id = [\s\S]*?u\.batch_no <= \d+)/.exec(statement) ?? [];
    if (which !== undefined) {
      const [found] = await clickhouse.query<{ rows: string }>(
        `SELECT count() AS rows FROM usage_record AS u WHERE ${which}`,
      );
      if (Number(found?.rows) > most) throw new OverLimits(new Error('no memory left'));
    }
    await command(statement, ...given);
  });
}

it.each([
  ['by the round', () => rateDue(app.deps)],
  ['for whoever asks', async () => rateInHalves(app.deps, await getContract(app.deps.db, metered.contractId), days)],
])('days for which there is no room at once are rated in parts that have it, %s', async (_, rateAll) => {
  metered = await meteredContract(app);
  await sendUsage(
    app,
    days.map((day) => usageOf(metered, hourOn(day))),
  );
  roomFor(4);
  await rateAll();
  expect(await marked()).toEqual([]);
  expect(await unbilled()).toBe('7.000000000000');
});

it('a day that cannot be rated keeps none of those beside it from being so', async () => {
  metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered, hourOn('2026-10-04'))]);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  const lost = `ALTER TABLE usage_record DELETE WHERE contract_id = '${metered.contractId}'`;
  await app.deps.clickhouse.command(lost, {}, { mutations_sync: '2' });
  const others = days.filter((day) => day !== '2026-10-04');
  await sendUsage(
    app,
    others.map((day) => usageOf(metered, hourOn(day))),
  );
  expect(await rateDue(app.deps)).toEqual({ days: 13, failed: 1 });
  expect(await marked()).toEqual(['2026-10-04']);
  expect(await unbilled()).toBe('6.500000000000');
});
