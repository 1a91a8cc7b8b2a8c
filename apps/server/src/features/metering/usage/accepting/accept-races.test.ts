import { prices } from '@usance/api/metering/price';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../rating/rate-due.ts';
import { hourOn, type Metered, meteredContract, sellCoreHours, stored, usageOf } from '../metering.fixture.ts';
import { readUsageLine, type UsageLine } from '../reading/usage-line.ts';
import { acceptUsage } from './accept-usage.ts';

let app: TestApp;
let sku: string;
const contracts: Metered[] = [];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  sku = await sellCoreHours(app, 'compute.r', '0.5');
  for (let count = 0; count < 20; count += 1) contracts.push(await meteredContract(app));
});
afterAll(() => app.close());

const [senders, rounds] = [4, 2];

/** A meter that sends for all contracts, each time starting at another one and every other time in reverse. */
async function sender(who: number): Promise<number> {
  let accepted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const from = (who * 7 + round * 3) % contracts.length;
    const turned = [...contracts.slice(from), ...contracts.slice(0, from)];
    const order = (who + round) % 2 === 0 ? turned : turned.toReversed();
    const lines = order.flatMap((metered, at) =>
      ['2026-10-10', '2026-09-09'].map((day, half) => {
        // The ids differ by sender, so sorting by key gives each sender another order of contracts.
        const id = `${who}-${round}-${String(at).padStart(3, '0')}-${half}`;
        return readUsageLine(
          at + 1,
          JSON.stringify(usageOf(metered, { id, ...hourOn(day) })),
          app.clock.now(),
        ) as UsageLine;
      }),
    );
    const now = app.clock.now();
    accepted += (await app.deps.db.transaction().execute((tx) => acceptUsage(tx, lines, now))).accepted;
  }
  return accepted;
}

/** Changes prices while usage arrives, with rating in parallel. */
async function changePrices(): Promise<void> {
  for (let change = 1; change <= 6; change += 1) {
    const effectiveFrom = `2026-10-1${change}T00:00:00Z`;
    const price = { skuId: sku, currency: 'USD', unitPrice: `0.${change}`, priceUnit: 'h', effectiveFrom } as const;
    await internalCaller(app).call(prices.create, { body: { items: [price] } });
  }
}

it('senders of the same contracts in any order, price changes and rating never deadlock', async () => {
  const rating = async () => {
    for (let round = 0; round < 2; round += 1) await rateDue(app.deps);
  };
  const [first, ...others] = await Promise.all([
    ...Array.from({ length: senders }, (_, who) => sender(who)),
    changePrices().then(() => 0),
    rating().then(() => 0),
  ]);
  const each = rounds * contracts.length * 2;
  expect([first, ...others].reduce((all, accepted) => all + accepted, 0)).toBe(senders * each);
  expect(await rateDue(app.deps)).toMatchObject({ failed: 0 });
  for (const { contractId } of contracts) {
    expect(await stored(app, contractId)).toMatchObject({ rows: senders * rounds * 2, ids: senders * rounds * 2 });
  }
}, 120_000);

it.each(['usage_dirty_day', 'usage_day'] as const)(
  'days are locked in order of contract, whatever the order of keys: a sender that waits for the first one in %s holds no other',
  async (table) => {
    const [first, second] = contracts.toSorted((left, right) => (left.contractId < right.contractId ? -1 : 1));
    if (!first || !second) throw new Error('There are contracts');
    const lines = (round: string) =>
      [second, first].map(
        (metered, at) =>
          readUsageLine(at, JSON.stringify(usageOf(metered, { id: `${round} ${at}` })), app.clock.now()) as UsageLine,
      );
    const send = (round: string) =>
      app.deps.db.transaction().execute((tx) => acceptUsage(tx, lines(round), app.clock.now()));
    await send(`${table} before`);
    const held = (contractId: string) =>
      sql`select from ${sql.table(table)} where contract_id = ${contractId} and day = '2026-10-10' for update`;
    const begun = Promise.withResolvers<void>();
    const sending = begun.promise.then(() => send(`${table} beside`));
    await app.deps.db.transaction().execute(async (tx) => {
      await held(first.contractId).execute(tx);
      begun.resolve();
      const waits = sql<{ waits: boolean }>`
        select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`;
      while (!(await waits.execute(tx)).rows[0]?.waits);
      await sql`${held(second.contractId)} nowait`.execute(tx);
    });
    expect(await sending).toMatchObject({ accepted: 2 });
  },
);

it('usage of many contracts is acknowledged by a handful of statements', async () => {
  const lines = contracts.map(
    (metered, at) => readUsageLine(at, JSON.stringify(usageOf(metered)), app.clock.now()) as UsageLine,
  );
  const statementsFor = async (own: readonly UsageLine[]) => {
    let statements = 0;
    await app.deps.db.transaction().execute(async (tx) => {
      const counted = tx.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await acceptUsage(counted as typeof tx, own, app.clock.now());
    });
    return statements;
  };
  expect(await statementsFor(lines.slice(1))).toBe(await statementsFor(lines.slice(0, 1)));
});
