import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres, type Postgres } from '#platform/postgres/open-postgres.ts';
import { type CuttingProxy, type Moment, startCuttingProxy } from '#testing/socket/cutting-proxy.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { goTo, hourlyStatementsOf, linkedContract, used } from './hours.fixture.ts';
import { meterHours } from './meter-hours.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
let standIn: StandIn;
let marketplaces: ReturnType<typeof marketplacesAt>;
let proxy: CuttingProxy;
let through: Postgres;
/** Decides the fate of a call to the marketplace. */
let onAsked: (() => 'lost' | 'reply lost' | undefined) | undefined;
let day = 2;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => (target.includes('BatchMeterUsage') ? onAsked?.() : undefined),
  });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces });
  proxy = await startCuttingProxy(app.postgresUrl);
  through = await openPostgres(proxy.url);
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await through.close();
  await proxy.close();
  await app.close();
  await standIn.close();
});
beforeEach(() => {
  onAsked = undefined;
  day += 5;
  app.clock.moveTo(`2026-10-${String(day).padStart(2, '0')}T00:05:00Z`);
});

/** Meters in a process whose connection to PostgreSQL may be cut for good. */
const meterInKilled = () =>
  meterHours({ ...app.deps, db: through.db, marketplaces }, app.clock.now()).catch(() => undefined);
const nextHour = (at: Date) => new Date(at.getTime() + 3_600_000);
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString();
const ticked = (app: TestApp, name: string) => app.ticks.find((tick) => tick.name === name)?.run(app.clock.now());

/**
 * Meters one link hour by hour in a process that is killed each time, until `isOver`, and starts again a minute
 * later.
 */
async function killedHours(kill: (no: number) => void, isOver: (no: number) => boolean) {
  const linked = await linkedContract(app, standIn);
  const cents: Record<string, number> = {};
  let hour = new Date(Math.floor(app.clock.now().getTime() / 3_600_000) * 3_600_000);
  for (let no = 1; ; no += 1) {
    await used(app, linked, hour.toISOString(), `0.${String(no).padStart(2, '0')}`);
    cents[hour.toISOString()] = no;
    app.clock.moveTo(after(hour, 70));
    await ticked(app, 'usage.flush');
    await ticked(app, 'purchase.rate-due');
    kill(no);
    await meterInKilled();
    const ended = isOver(no);
    proxy.stopCutting();
    onAsked = undefined;
    // The process has started again.
    await goTo(app, after(hour, 71));
    await goTo(app, after(hour, 73));
    if (ended) break;
    hour = nextHour(hour);
  }
  const held = Object.fromEntries(
    standIn.books.records
      .filter(({ account }) => account === linked.account)
      .map((record) => [record.hour, record.quantity]),
  );
  const told = await hourlyStatementsOf(app, linked.contractId);
  return { cents, held, told, hours: Object.keys(cents).length };
}

describe.each<Moment>(['before', 'after'])(
  'a process that is killed %s one of its messages reaches PostgreSQL',
  (moment) => {
    it('loses no hour and reports none twice, at any message', { timeout: 300_000 }, async () => {
      const { cents, held, told, hours } = await killedHours(
        (no) => proxy.killAt(no, moment),
        () => !proxy.hasCut(),
      );
      expect(held).toEqual(cents);
      expect(told.map(({ state, inDoubt }) => [state, inDoubt])).toEqual(told.map(() => ['reported', false]));
      expect(hours).toBeGreaterThan(15);
    });
  },
);

describe('a process that is killed while it waits for the marketplace', () => {
  it.each(['lost', 'reply lost'] as const)(
    '(its call is %s) reports the hour once',
    { timeout: 120_000 },
    async (how) => {
      const { cents, held, told } = await killedHours(
        () => {
          onAsked = () => {
            proxy.killAt(1, 'before');
            return how;
          };
        },
        (no) => no === 3,
      );
      expect(held).toEqual(cents);
      expect(told.map(({ state, inDoubt }) => [state, inDoubt])).toEqual(told.map(() => ['reported', false]));
    },
  );

  it('and starts too late leaves the hour in doubt, and no later hour reports it', async () => {
    // Reports the links of earlier tests first, so that one call has all hours of this one.
    await goTo(app, app.clock.now().toISOString());
    const linked = await linkedContract(app, standIn);
    const hour = new Date(Math.floor(app.clock.now().getTime() / 3_600_000) * 3_600_000);
    await used(app, linked, hour.toISOString(), '1');
    app.clock.moveTo(after(hour, 70));
    await ticked(app, 'usage.flush');
    await ticked(app, 'purchase.rate-due');
    onAsked = () => {
      proxy.killAt(1, 'before');
      return 'reply lost';
    };
    await meterInKilled();
    proxy.stopCutting();
    onAsked = undefined;
    await goTo(app, after(hour, 26 * 60));
    await goTo(app, after(hour, 27 * 60 + 10));
    const [first] = await hourlyStatementsOf(app, linked.contractId);
    expect(first).toMatchObject({ state: 'expired', inDoubt: true });
    const held = standIn.books.records.filter(({ account }) => account === linked.account);
    expect(held.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(100);
  });
});
