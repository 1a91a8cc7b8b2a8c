import { prices } from '@usance/api/metering/price';
import { tiers } from '@usance/api/metering/tier';
import type { Currency } from '@usance/money/currency';
import { type Day, parseDay } from '@usance/period/day';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { countStatements } from '#testing/count-statements.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { dirtyDays } from '../../billing-day/dirty-days.ts';
import { monthSigned } from '../../closed-month/closed-month.fixture.ts';
import { setDiscount } from '../../discount/set-discount.ts';
import {
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../usage/metering.fixture.ts';
import { rateDue } from '../rate-due.ts';
import { rateStretch } from '../rate-stretch.ts';
import type { Group } from './group.ts';
import { contractGroups } from './groups-of-contracts.ts';
import { rateGroup } from './rate-group.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'usage is deleted from the engine',
  });
  skuId = await sellCoreHours(app, 'compute.r', '0.333333333333');
  await priceFrom(app, skuId, '2.123456789012', '2025-01-01T00:00:00Z', 'CNY');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const october10 = parseDay('2026-10-10');
const groupOf = (
  members: readonly Metered[],
  days: readonly Day[] = [october10],
  currency: Currency = 'USD',
): Group => ({
  currency,
  daysOf: new Map(members.map(({ contractId }) => [contractId, days])),
});
async function contracts(count: number, currency: Currency = 'USD'): Promise<Metered[]> {
  const made: Metered[] = [];
  while (made.length < count) made.push(await meteredContract(app, currency));
  return made;
}

/** Everything that counts of a contract: its days in PostgreSQL, and the rows of their live runs. */
async function countingOf(contractId: string) {
  const { rows: days } = await sql<{ run_no: string }>`
    select run_no, day, rows, quantity, amount, rated_through, carried_in, before_tiers, slices, hour_starts, hour_amounts::text
    from rated_day where contract_id = ${contractId} order by day`.execute(app.deps.db);
  const runs = days.map((day) => BigInt(day.run_no));
  const rows = await app.deps.clickhouse.query<Record<string, unknown>>(
    `SELECT * EXCEPT (run_no), indexOf({runs:Array(UInt64)}, run_no) AS nth FROM purchase
     WHERE contract_id = {contractId:String} AND run_no IN {runs:Array(UInt64)} ORDER BY usage_id, slice_no`,
    { contractId, runs },
  );
  return { days: days.map(({ run_no, ...day }) => day), rows };
}
const amountsOf = async ({ contractId }: Metered) => (await countingOf(contractId)).rows.map((row) => row['amount']);
const marked = async ({ contractId }: Metered) => (await dirtyDays(app.deps.db, contractId)).map(({ day }) => day);

describe('a group of contracts', () => {
  const hour = fc.record({
    day: fc.integer({ min: 9, max: 11 }),
    hour: fc.integer({ min: 0, max: 22 }),
    quantity: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 16n }),
  });
  const member = fc.record({
    hours: fc.array(hour, { minLength: 1, maxLength: 8 }),
    ownPrice: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
    discount: fc.option(fc.integer({ min: 1, max: 999 })),
  });

  it.each(['USD', 'CNY'] as const)('has the same rows, days and hours as each alone, in %s', async (currency) => {
    const days = [9, 10, 11, 12].map((day) => parseDay(`2026-10-${String(day).padStart(2, '0')}`));
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 2, maxLength: 5 }), async (members) => {
        const metered = await contracts(members.length, currency);
        for (const [at, { hours, ownPrice, discount }] of members.entries()) {
          const one = metered[at] as Metered;
          if (ownPrice !== null) await ownPriceFrom(one, currency, `0.${String(ownPrice).padStart(10, '0')}`);
          if (discount !== null) await discounted(one, `0.${String(discount).padStart(3, '0')}`);
          await sendUsage(
            app,
            hours.map((each) => usedAt(one, each)),
          );
        }
        const group = groupOf(metered, days, currency);
        expect(await rateGroup(app.deps, group)).toEqual(new Set(group.daysOf.keys()));
        for (const { contractId } of metered) {
          expect(await dirtyDays(app.deps.db, contractId)).toEqual([]);
          const together = await countingOf(contractId);
          expect(together.rows).not.toEqual([]);
          await rateStretch(app.deps, await getContract(app.deps.db, contractId), days);
          expect(together).toEqual(await countingOf(contractId));
        }
      }),
      { numRuns: 6 },
    );
  });

  it('takes as many statements for many contracts as for two', async () => {
    const statementsFor = async (count: number) => {
      const members = await contracts(count);
      await sendUsage(
        app,
        members.map((one) => usageOf(one)),
      );
      const { counted, statements } = countStatements(app.deps.db);
      expect((await rateGroup({ ...app.deps, db: counted }, groupOf(members))).size).toBe(count);
      return statements();
    };
    expect(await statementsFor(9)).toBe(await statementsFor(2));
  });

  it('is rated in a round of many contracts, and so is one that cannot be in a group', async () => {
    const members = await contracts(39);
    const tiered = await meteredContract(app);
    await withTiers(tiered);
    await sendUsage(
      app,
      [...members, tiered].map((one) => usageOf(one)),
    );
    const inserts = vi.spyOn(app.deps.clickhouse, 'command');
    expect(await rateDue(app.deps)).toEqual({ days: 40, failed: 0 });
    expect(
      inserts.mock.calls.filter(([statement]) => statement.startsWith('INSERT INTO purchase')).length,
    ).toBeLessThan(39);
    expect(await Promise.all(members.map(amountsOf))).toEqual(members.map(() => ['0.333333333333']));
    expect(await amountsOf(tiered)).toEqual(['0.166666666667']);
  });
});

it('the days of a price change go into groups that one statement of PostgreSQL can make live', async () => {
  await app.ownerScript(`
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select 'ct-many' || no, 'many' || no, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'USD', '2026-10-01', '2026-10-01'
      from generate_series(1, 600) as no`);
  const ids = Array.from({ length: 600 }, (_, at) => `ct-many${at + 1}`);
  const days = Array.from({ length: 31 }, (_, at) => parseDay(`2026-10-${String(at + 1).padStart(2, '0')}`));
  const groups = await contractGroups(
    app.deps.db,
    ids.map((id) => [id, days]),
  );
  const sizes = groups.map(({ daysOf }) => [...daysOf.values()].flat().length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
  expect(sizes.reduce((all, size) => all + size, 0)).toBe(600 * 31);
});

describe('a contract that cannot be rated with others', () => {
  let sound: Metered;
  let other: Metered;
  beforeEach(async () => {
    [sound, other] = (await contracts(2)) as [Metered, Metered];
    await sendUsage(app, [usageOf(sound), usageOf(other)]);
  });
  /** Only the sound contract is rated; the other one's mark waits for a rating alone. */
  async function leavesTheOther() {
    expect(await rateGroup(app.deps, groupOf([sound, other]))).toEqual(new Set([sound.contractId]));
    expect([await amountsOf(sound), await marked(sound)]).toEqual([['0.333333333333'], []]);
    expect([await amountsOf(other), await marked(other)]).toEqual([[], [october10]]);
  }

  it('because it has tiers, holds up none', async () => {
    await withTiers(other);
    await leavesTheOther();
  });

  it('because its usage has no price, holds up none', async () => {
    const unsold = await sellCoreHours(app, 'compute.unsold', '1');
    await sendUsage(app, [usageOf(other, { billingItem: 'compute.unsold' })]);
    await app.ownerScript(`set session_replication_role = replica; delete from price where sku_id = '${unsold}'`);
    await leavesTheOther();
  });

  const inEngine = (statement: string, params: Record<string, string> = {}, settings = {}) =>
    app.deps.clickhouse.command(
      statement,
      { contractId: other.contractId, ...params },
      { mutations_sync: '1', ...settings },
    );

  it('because its usage is not in the engine, holds up none', async () => {
    await inEngine('ALTER TABLE usage_record DELETE WHERE contract_id = {contractId:String}');
    await leavesTheOther();
  });

  it.each([
    ['is stored twice', 'usage_id'],
    ['is another one', `concat(usage_id, '-other')`],
  ])('because a record %s in place of a missing one, holds up none', async (_, id) => {
    const [kept, missing] = [usageOf(other), usageOf(other)];
    await sendUsage(app, [kept, missing]);
    const copied = `INSERT INTO usage_record SELECT * REPLACE (${id} AS usage_id) FROM usage_record
      WHERE contract_id = {contractId:String} AND usage_id = {kept:String}`;
    await inEngine(copied, { kept: kept.id }, { insert_deduplicate: 0 });
    const deleted =
      'ALTER TABLE usage_record DELETE WHERE contract_id = {contractId:String} AND usage_id = {missing:String}';
    await inEngine(deleted, { missing: missing.id });
    await leavesTheOther();
  });

  it('because its month was signed, holds up none', async () => {
    await monthSigned(app, other.contractId, '2026-09');
    await app.ownerScript(`set session_replication_role = replica;
      insert into closed_month (contract_id, month, closed_at) values ('${other.contractId}', '2026-10', now())`);
    await leavesTheOther();
  });

  /** Runs something after the rows are written and before they go live. */
  function beforeGoingLive(work: () => Promise<void>) {
    const { command } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
      await command.call(app.deps.clickhouse, statement, ...given);
      if (statement.startsWith('INSERT INTO purchase')) await work();
    });
  }

  it('because its prices change meanwhile, holds up none', async () => {
    beforeGoingLive(() => ownPriceFrom(other, 'USD', '9'));
    await leavesTheOther();
  });

  it('because another run rates it meanwhile, holds up none, and that run counts', async () => {
    beforeGoingLive(async () => {
      vi.restoreAllMocks();
      await rateStretch(app.deps, await getContract(app.deps.db, other.contractId), [october10]);
    });
    expect(await rateGroup(app.deps, groupOf([sound, other]))).toEqual(new Set([sound.contractId]));
    expect([await amountsOf(sound), await amountsOf(other)]).toEqual([['0.333333333333'], ['0.333333333333']]);
  });

  it('keeps the mark of usage that came after its group began', async () => {
    beforeGoingLive(async () => {
      vi.restoreAllMocks();
      await sendUsage(app, [usageOf(other)]);
    });
    expect((await rateGroup(app.deps, groupOf([sound, other]))).size).toBe(2);
    expect([await marked(sound), await marked(other)]).toEqual([[], [october10]]);
    expect(await amountsOf(other)).toEqual(['0.333333333333']);
    await rateDue(app.deps);
    expect(await amountsOf(other)).toEqual(['0.333333333333', '0.333333333333']);
  });

  it('leaves nothing that counts if the process ends before the rows are live', async () => {
    beforeGoingLive(() => Promise.reject(new Error('the process ends')));
    await expect(rateGroup(app.deps, groupOf([sound, other]))).rejects.toThrow('the process ends');
    vi.restoreAllMocks();
    for (const one of [sound, other]) expect([await amountsOf(one), await marked(one)]).toEqual([[], [october10]]);
    expect((await rateGroup(app.deps, groupOf([sound, other]))).size).toBe(2);
    for (const one of [sound, other]) expect(await amountsOf(one)).toEqual(['0.333333333333']);
  });
});

function usedAt(metered: Metered, { day, hour, quantity }: { day: number; hour: number; quantity: bigint }) {
  const two = (number: number) => String(number).padStart(2, '0');
  const start = `2026-10-${two(day)}T${two(hour)}:00:00Z`;
  const digits = String(quantity < 0n ? -quantity : quantity).padStart(13, '0');
  const text = `${quantity < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
  const end = `2026-10-${two(day)}T${two(hour + 1)}:00:00Z`;
  return usageOf(metered, { start, end, quantity: text, correction: quantity < 0n });
}

async function ownPriceFrom({ contractId }: Metered, currency: Currency, unitPrice: string): Promise<void> {
  const item = {
    skuId,
    contractId,
    currency,
    unitPrice,
    priceUnit: 'core-hour',
    effectiveFrom: '2026-10-10T05:00:00Z',
  };
  await internalCaller(app).call(prices.create, { body: { items: [item] } });
}

async function discounted({ contractId }: Metered, rate: string): Promise<void> {
  const from = new Date('2026-10-10T00:00:00Z');
  await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, { contractId, rate, from }));
}

async function withTiers({ contractId }: Metered): Promise<void> {
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '0.5' },
    { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.4' },
  ];
  const body = { effectiveFrom: '2026-10-01T00:00:00Z', tiers: ladder, reason: 'agreed by mail' };
  await internalCaller(app).call(tiers.create, { params: { id: contractId }, body });
}
