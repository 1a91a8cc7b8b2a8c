import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { resendBatches } from '../mending/resend-batches.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';
import { batchesOf } from './moving.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Bypasses all triggers, like a person with full access. */
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);

/** Some contracts, and a report with two records of each. */
async function reportOfMany(currency: 'USD' | 'CNY' = 'USD'): Promise<{ contracts: Metered[]; report: object[] }> {
  const contracts: Metered[] = [];
  for (let made = 0; made < 5; made += 1) contracts.push(await meteredContract(app, currency));
  return { contracts, report: contracts.flatMap((metered) => [usageOf(metered), usageOf(metered)]) };
}

const storedOfEach = (contracts: readonly Metered[]) =>
  Promise.all(contracts.map(({ contractId }) => stored(app, contractId)));
const whole = { rows: 2, ids: 2, quantity: '2' };

type Insert = TestApp['deps']['clickhouse']['insert'];

/** Puts `instead` in place of the engine's insert, which it gets with the text of what was sent. */
function insertsBy(instead: (sent: string, insert: () => Promise<void>) => Promise<void>) {
  const { insert } = app.deps.clickhouse;
  const mock: Insert = async (table, rows, options) => {
    const sent = rows instanceof Readable ? await text(rows) : rows.map((row) => JSON.stringify(row)).join('\n');
    await instead(sent, () => insert(table, Readable.from([sent]), options));
  };
  return vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(mock);
}

/** Lets the first inserts fail; `runLate` runs them all, when the failures are over. */
function failingInserts(failures: number, failure: Error) {
  const late: (() => Promise<void>)[] = [];
  const mock = insertsBy(async (_, insert) => {
    if (late.length === failures) return insert();
    late.push(insert);
    throw failure;
  });
  const runLate = async () => {
    mock.mockRestore();
    expect(late).toHaveLength(failures);
    for (const insert of late) await insert();
  };
  return { runLate };
}

describe('a group of batches', () => {
  it('is stored by one insert, and each batch is proven and marked', async () => {
    const { contracts, report } = await reportOfMany();
    const insert = vi.spyOn(app.deps.clickhouse, 'insert');
    await sendUsage(app, report);
    expect(insert).toHaveBeenCalledTimes(1);
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
    for (const { contractId } of contracts)
      expect(await batchesOf(app, contractId)).toMatchObject([{ moved_at: expect.any(Date), claim: null }]);
  });

  it('keeps what texts say, whatever looks like the start of a row in them', async () => {
    const { contracts, report } = await reportOfMany();
    const objectName = '},{"contract_id":"ct-other"},{\\"contract_id\\":';
    await sendUsage(
      app,
      report.map((record) => ({ ...record, objectName })),
    );
    const found = await app.deps.clickhouse.query(
      'SELECT DISTINCT object_name FROM usage_record WHERE contract_id IN {ids:Array(String)}',
      { ids: contracts.map(({ contractId }) => contractId) },
    );
    expect(found).toEqual([{ object_name: objectName }]);
  });

  it('whose reply was lost is recognised, and not sent again', async () => {
    const { contracts, report } = await reportOfMany();
    insertsBy(async (_, insert) => {
      await insert();
      throw new ClickHouseUnavailable();
    });
    await sendUsage(app, report);
    vi.restoreAllMocks();
    const insert = vi.spyOn(app.deps.clickhouse, 'insert');
    expect(await flushUsage(app.deps)).toBe(5);
    expect(insert).not.toHaveBeenCalled();
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });

  it('whose process was killed between the insert and the mark is stored once', async () => {
    const { contracts, report } = await reportOfMany();
    insertsBy(async (_, insert) => {
      await insert();
      throw new ClickHouseUnavailable();
    });
    await sendUsage(app, report);
    vi.restoreAllMocks();
    await byForce(`update usage_batch set claim = gen_random_uuid(), claimed_until = now() - interval '1 s'
      where moved_at is null`);
    expect(await flushUsage(app.deps)).toBe(5);
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });

  it.each([
    ['without an answer', 1, new ClickHouseUnavailable()],
    ['with an answer of a proxy', 1, new Error('502 Bad Gateway')],
    ['time after time', 4, new ClickHouseUnavailable()],
    ['time after time, with refusals', 4, new Error('Code: 252. Too many parts')],
  ])('whose insert still runs after it failed %s is stored once', async (_, failures, failure) => {
    const { contracts, report } = await reportOfMany();
    const { runLate } = failingInserts(failures, failure);
    await sendUsage(app, report);
    for (let minute = 0; minute < failures; minute += 1) await flushUsage(app.deps).catch(() => {});
    await runLate();
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });

  it.each([0, 1])('of a month in China that has two partitions is stored once, in order %i', async (parity) => {
    const { contracts, report } = await reportOfMany('CNY');
    const inFirstHours = { start: '2026-09-30T22:00:00Z', end: '2026-09-30T23:00:00Z' };
    const { runLate } = failingInserts(1, new ClickHouseUnavailable());
    await sendUsage(
      app,
      report.map((record, at) => (at % 2 === parity ? { ...record, ...inFirstHours } : record)),
    );
    await flushUsage(app.deps);
    await runLate();
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });

  it('of which a part is stored is completed, one batch at a time', async () => {
    const { contracts, report } = await reportOfMany();
    const { insert } = app.deps.clickhouse;
    insertsBy(async (sent) => {
      const some = sent.split('\n').filter((line) => !line.includes(contracts[3]?.contractId ?? ''));
      await insert('usage_record', Readable.from([some.join('\n')]));
      throw new ClickHouseUnavailable();
    });
    await sendUsage(app, report);
    vi.restoreAllMocks();
    await flushUsage(app.deps);
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });
});

describe('one bad batch in a group', () => {
  it('that the engine refuses is set aside, and the others are moved', async () => {
    const { contracts, report } = await reportOfMany();
    const [, bad, ...others] = contracts;
    const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
    await sendUsage(app, report);
    insert.mockRestore();
    const change = (from: string, to: string) =>
      byForce(`update usage_batch set payload = replace(payload, '"${from}"]', '"${to}"]')
        where contract_id = '${bad?.contractId}'`);
    await change('1', 'one');
    expect(await flushUsage(app.deps)).toBe(4);
    expect(await storedOfEach(others)).toEqual(others.map(() => whole));
    expect(await batchesOf(app, bad?.contractId ?? '')).toMatchObject([{ set_aside_at: expect.any(Date) }]);
    await change('one', '1');
    expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: bad?.contractId }]);
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });

  it('that breaks the connection, time after time, does not hold up the others', async () => {
    const { contracts, report } = await reportOfMany();
    const [bad, ...others] = contracts;
    insertsBy(async (sent, insert) => {
      if (sent.includes(bad?.contractId ?? '')) throw new ClickHouseUnavailable();
      await insert();
    });
    await sendUsage(app, report);
    for (let minute = 0; minute < 3; minute += 1) {
      app.clock.pass({ minutes: 1 });
      await expect(flushUsage(app.deps)).rejects.toThrow(ClickHouseUnavailable);
    }
    expect(await storedOfEach(others)).toEqual(others.map(() => whole));
    vi.restoreAllMocks();
    expect(await flushUsage(app.deps)).toBe(1);
    expect(await storedOfEach(contracts)).toEqual(contracts.map(() => whole));
  });
});
