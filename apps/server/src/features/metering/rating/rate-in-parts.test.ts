import { purchases } from '@usance/api/billing/purchase';
import { skus } from '@usance/api/metering/sku';
import { type Day, parseDay } from '@usance/period/day';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable, OverLimits } from '#platform/clickhouse/errors.ts';
import { inTurn } from '#platform/in-turn.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { dirtyDays, markUsedDays } from '../billing-day/dirty-days.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { coreHour } from '../sku/sku.fixture.ts';
import { forgetPayloads } from '../usage/forgetting/forget-payloads.ts';
import { hourOn, type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../usage/metering.fixture.ts';
import { flushUsage } from '../usage/moving/flush-usage.ts';
import { rateDue } from './rate-due.ts';
import { rateInHalves, rateInParts } from './rate-in-parts.ts';
import { rateStretch } from './rate-stretch.ts';
import { unbilled } from './rated-usage.fixture.ts';

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is lost' });
  await sellCoreHours(app, 'compute.r', '0.5');
  await sellCoreHours(app, 'compute.most', '1000000');
  await internalCaller(app).call(skus.create, { body: { items: [coreHour('compute.unpriced')] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  metered = await meteredContract(app);
  // Like three of four rounds, this one does not try crowded stretches first.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.ownerScript('delete from usage_dirty_day');
});

/** Eleven records for each day: the largest quantity at the largest price, so often, exceeds a day's limit. */
const tooOften = (of: readonly Day[]) => of.flatMap((day) => Array.from({ length: 11 }, () => day));
const days = Array.from({ length: 14 }, (_, index) => parseDay(`2026-10-${String(index + 1).padStart(2, '0')}`));
const marked = async () => (await dirtyDays(app.deps.db, metered.contractId)).map(({ day }) => day);
/** Sends a record for each of the given days. */
const send = (used: readonly Day[], given: Record<string, unknown> = {}, whose = metered) =>
  sendUsage(
    app,
    used.map((day) => usageOf(whose, { ...hourOn(day), ...given })),
  );
async function lose(): Promise<void> {
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  const lost = `ALTER TABLE usage_record DELETE WHERE contract_id = '${metered.contractId}'`;
  await app.deps.clickhouse.command(lost, {}, { mutations_sync: '2' });
}

/** A query whose text matches crashes the usage database until `restart` is called. */
function takenDownBy(isFatal: (text: string) => boolean): { restart: () => void } {
  const { clickhouse } = app.deps;
  const query = clickhouse.query.bind(clickhouse);
  let isDown = false;
  vi.spyOn(clickhouse, 'query').mockImplementation(async (statement, params, ...given) => {
    isDown ||= [statement, ...Object.values(params ?? {}).map(String)].some(isFatal);
    if (isDown) throw new ClickHouseUnavailable();
    return query(statement, params, ...given);
  });
  return {
    restart: () => {
      isDown = false;
    },
  };
}

/** Runs rounds until only `left` marks remain, 60 rounds at most. */
async function roundsUntilOnly(left: number, restart: () => void): Promise<void> {
  for (let round = 0; round < 60 && (await dirtyDays(app.deps.db)).length > left; round += 1) {
    app.clock.moveTo(new Date(app.clock.now().getTime() + 300_000));
    restart();
    await rateDue(app.deps);
  }
}

/** Calls `first` before each rating, with the contract and the number of its records. */
function beforeRating(first: (contractId: string, records: number) => unknown): void {
  const { clickhouse } = app.deps;
  const command = clickhouse.command.bind(clickhouse);
  vi.spyOn(clickhouse, 'command').mockImplementation(async (statement, ...given) => {
    const [, which, contractId = ''] =
      /^INSERT INTO purchase[\s\S]*?(u\.contract_id = '(.*?)'[\s\S]*?u\.batch_no <= \d+)/.exec(statement) ?? [];
    if (which !== undefined) {
      const [found] = await clickhouse.query<{ rows: string }>(
        `SELECT count() AS rows FROM usage_record AS u WHERE ${which}`,
      );
      await first(contractId, Number(found?.rows));
    }
    await command(statement, ...given);
  });
}
const noRoom = () => new OverLimits(new Error('no memory left'));
async function rateNow(): Promise<void> {
  const contract = await getContract(app.deps.db, metered.contractId);
  await rateInHalves(days, (part) => rateStretch(app.deps, contract, part));
}

describe('days that are too large together', () => {
  it.each([
    ['by the round', () => rateDue(app.deps)],
    ['by a call', rateNow],
  ])('for the memory are rated in smaller parts, %s', async (_, rateAll) => {
    await send(days);
    beforeRating((_contractId, records) => {
      if (records > 4) throw noRoom();
    });
    await rateAll();
    expect(await marked()).toEqual([]);
    expect(await unbilled(app, metered.contractId)).toBe('7.000000000000');
  });

  it.each([
    ['by the round', () => rateDue(app.deps)],
    ['by a call', rateNow],
  ])('for one sum are rated in parts that are not, %s', async (_, rateAll) => {
    await send(days, { billingItem: 'compute.most', quantity: '99999999999999' });
    await rateAll();
    expect(await marked()).toEqual([]);
    expect(await unbilled(app, metered.contractId)).toBe('1399999999999986000000.000000000000');
  });
});

describe('days that cannot be rated', () => {
  const others = days.filter((day) => day !== '2026-10-04');
  it.each([
    [
      'because their usage is lost',
      async () => {
        await send([parseDay('2026-10-04')]);
        await lose();
      },
    ],
    ['since usage of them has no price', () => send([parseDay('2026-10-04')], { billingItem: 'compute.unpriced' })],
    [
      'because it cannot be stored again',
      async () => {
        await send([parseDay('2026-10-04')]);
        const lost = `ALTER TABLE usage_record DELETE WHERE contract_id = '${metered.contractId}'`;
        await app.deps.clickhouse.command(lost, {}, { mutations_sync: '2' });
        const insert = app.deps.clickhouse.insert.bind(app.deps.clickhouse);
        vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
          if (JSON.stringify(rows).includes('2026-10-04')) throw new Error('a checksum does not match');
          await insert(table, rows, options);
        });
      },
    ],
  ])('%s keep none of those beside them from being so', async (_, spoil) => {
    await spoil();
    await send(others);
    expect(await rateDue(app.deps)).toEqual({ days: 13, failed: 1 });
    expect(await marked()).toEqual(['2026-10-04']);
    expect(await unbilled(app, metered.contractId)).toBe('6.500000000000');
  });

  it.each([
    ['lost', () => send(days).then(lose)],
    ['without a price', () => send(days, { billingItem: 'compute.unpriced' })],
    ['too large each', () => send(tooOften(days), { billingItem: 'compute.most', quantity: '99999999999999' })],
  ])('cost no more questions than one of them, however many they are: %s', async (_, spoil) => {
    const query = vi.spyOn(app.deps.clickhouse, 'query');
    await spoil();
    query.mockClear();
    expect(await rateDue(app.deps)).toEqual({ days: 0, failed: 1 });
    const ofAll = query.mock.calls.length;
    await app.ownerScript(`delete from usage_dirty_day where day > '2026-10-01'`);
    query.mockClear();
    expect(await rateDue(app.deps)).toEqual({ days: 0, failed: 1 });
    expect(ofAll).toBeLessThanOrEqual(query.mock.calls.length);
  });
});

describe('the usage database without memory', () => {
  it('for any day is not tried with each of them', async () => {
    await send(days);
    let tried = 0;
    beforeRating(() => {
      tried += 1;
      throw noRoom();
    });
    expect(await rateDue(app.deps)).toMatchObject({ days: 0 });
    expect(tried).toBeLessThan(days.length);
    expect(await marked()).toEqual(days);
  });

  it.each([0, 5, 10])('for four days from the %i. on still lets all others be rated', async (at) => {
    const waiting = new Set(days);
    const never = days.slice(at, at + 4);
    let thrown = 0;
    // Evenly distributed, and the same in every test run.
    vi.spyOn(Math, 'random').mockImplementation(() => (++thrown * 0.618_033_988_75) % 1);
    for (let round = 0; round < 100; round += 1) {
      const rate = async (part: readonly Day[]) => {
        if (part.length > 1 || part.some((day) => never.includes(day))) throw noRoom();
      };
      for (const stretch of stretchesOf([...waiting]))
        for await (const tried of rateInParts(stretch, rate))
          if (tried.error === undefined) for (const day of tried.days) waiting.delete(day);
    }
    expect([...waiting]).toEqual(never);
  });

  it('for one day does not waste the rating of the other days', async () => {
    const rated: Day[] = [];
    const rate = async (part: readonly Day[]) => {
      if (part.includes(waiting)) throw noRoom();
      rated.push(...part);
    };
    const waiting = parseDay('2026-10-09');
    const tried = rateInParts(days, rate, { first: [waiting] });
    expect((await tried.next()).value).toMatchObject({ days: [waiting], error: expect.any(OverLimits) });
    expect(rated).toEqual([]);
  });

  it('beside other contracts is tried again alone, also for a contract with days that cannot be rated', async () => {
    const [other = metered, ...more] = await Promise.all(Array.from({ length: 7 }, () => meteredContract(app)));
    for (const each of more) await send(days.slice(1, 2), {}, each);
    await send(days.slice(1), {}, other);
    await send(days.slice(1));
    await send(days.slice(0, 1), { billingItem: 'compute.unpriced' });
    const asked = Promise.withResolvers<void>();
    let [isBeside, tried] = [true, 0];
    beforeRating(async (contractId) => {
      if (contractId === other.contractId) {
        await asked.promise;
        isBeside = false;
      }
      if (contractId !== metered.contractId) return;
      tried += 1;
      asked.resolve();
      if (isBeside) throw noRoom();
    });
    expect(await rateDue(app.deps)).toEqual({ days: 32, failed: 1 });
    expect(tried).toBe(2);
    expect(await marked()).toEqual(['2026-10-01']);
  });

  it('for some contracts is tried with all others before they are tried in halves', async () => {
    const six = [metered];
    while (six.length < 6) six.push(await meteredContract(app));
    const sound = inTurn(six, ({ contractId }) => contractId, app.clock.now()).at(-1)?.contractId;
    for (const each of six) await send(days.slice(0, 2), {}, each);
    const tried: string[] = [];
    beforeRating((contractId) => {
      tried.push(contractId);
      if (contractId !== sound) throw noRoom();
    });
    expect(await rateDue(app.deps)).toEqual({ days: 2, failed: 10 });
    expect(tried.indexOf(sound ?? '')).toBe(5);
  });
});

it('a calculation is refused for the first of its days that cannot be rated', async () => {
  await send(days, { billingItem: 'compute.unpriced' });
  const body = { contractId: metered.contractId, start: '2026-10-01T00:00:00Z', end: '2026-10-15T00:00:00Z' };
  expect(await internalCaller(app).refusal(purchases.calculate, { body })).toMatchObject({ reason: 'USAGE_UNPRICED' });
  expect(await unbilled(app, metered.contractId)).toBe('0.000000000000');
});

it.each([2, 4, 10])(
  'of %i contracts one that crashes the usage database in every round does not stop the others from being rated',
  async (count) => {
    const all = [metered];
    while (all.length < count) all.push(await meteredContract(app));
    for (const each of all) await send(days.slice(0, 1), {}, each);
    await flushUsage(app.deps);
    const { db, clock } = app.deps;
    const [fatal = '', ...others] = all.map(({ contractId }) => contractId).toSorted();
    const { restart } = takenDownBy((text) => text.includes(fatal));
    const unrated = new Set(others);
    for (let round = 0; round < 100 && unrated.size > 0; round += 1) {
      app.clock.moveTo(new Date(clock.now().getTime() + 300_000));
      restart();
      await rateDue(app.deps);
      for (const id of others) if ((await unbilled(app, id)) !== '0.000000000000') unrated.delete(id);
      // Meters keep sending.
      const used = others.map((contractId) => ({ contractId, day: parseDay('2026-10-01') }));
      await db.transaction().execute((tx) => markUsedDays(tx, used));
    }
    expect([...unrated]).toEqual([]);
  },
);

it.each([2, 9])(
  'of %i contracts one that crashes the usage database does not stop one that fits into memory only in parts',
  async (count) => {
    const all = [metered];
    while (all.length < count) all.push(await meteredContract(app));
    for (const each of all) await send(days.slice(0, 2), {}, each);
    await flushUsage(app.deps);
    const [fatal = '', large = ''] = all.map(({ contractId }) => contractId).toSorted();
    // In every round, stretches that ran out of memory are tried first.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { restart } = takenDownBy((text) => text.includes(fatal));
    beforeRating((contractId, records) => {
      if (contractId === large && records > 1) throw noRoom();
    });
    await roundsUntilOnly(2, restart);
    expect((await dirtyDays(app.deps.db)).map(({ contractId }) => contractId)).toEqual([fatal, fatal]);
  },
);

it('a month that crashes the usage database does not stop a later month of its contract', async () => {
  await send([parseDay('2026-09-28')]);
  await send(days);
  await flushUsage(app.deps);
  const start = Date.parse('2026-09-28T00:00:00Z') / 1_000;
  const { restart } = takenDownBy((text) => text.includes(`u.bill_at >= toDateTime(${start}`));
  await roundsUntilOnly(1, restart);
  expect(await marked()).toEqual(['2026-09-28']);
});
