import type { Contract } from '@usance/api/contract/contract';
import { parseDay } from '@usance/period/day';
import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { inTurn } from '#platform/in-turn.ts';
import { Outdated } from '#platform/start-over.ts';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { acknowledgedOf } from './acknowledged/acknowledged.ts';
import { givenPrices, pricesAsGiven } from './given-prices.fixture.ts';
import { rateDays } from './rate-days.ts';
import { rateDue } from './rate-due.ts';
import { calculated, type HourOfUsage, hoursMetered, shownOf } from './rated-usage.fixture.ts';
import { replaceRatedDays } from './replace-rated-days.ts';
import { dropDeadRuns } from './run/drop-dead-runs.ts';

vi.mock('../price/book/price-book.ts', () => import('./given-prices.fixture.ts'));

let app: TestApp;
let acme: Contract;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is put past PostgreSQL' });
});
afterAll(() => app.close());
beforeEach(async () => {
  pricesAsGiven();
  acme = await contract(app);
});

const meter = (rows: readonly HourOfUsage[], id = acme.id) => hoursMetered(app, id, rows);
const shown = (id = acme.id) => shownOf(app, id);
const calculate = () => calculated(app, acme.id);

async function mark(day: string, id = acme.id) {
  await sql`insert into usage_dirty_day (contract_id, day) values (${id}, ${day})
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(app.deps.db);
}

describe('a run that is not live', () => {
  const day = parseDay('2026-10-01');
  const row = async () => getContract(app.deps.db, acme.id);
  const throughBatch = 1_000n;
  const began = new Date();
  const replacedBy = (rated: Awaited<ReturnType<typeof rateDays>>) =>
    replaceRatedDays(app.deps, acme.id, { days: [day], rated, marked: [], counting: [], began });

  it('is invisible, does not block the next one, and is deleted after six hours', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await rateDays(app.deps, await row(), { days: [day], throughBatch });
    expect(await shown()).toEqual([0, '0.000000000000']);
    await calculate();
    await calculate();
    expect(await shown()).toEqual([1, '0.333333333333']);

    const stored = async () => {
      const sqlText = 'SELECT count() AS rows FROM purchase WHERE contract_id = {id:String}';
      return (await app.deps.clickhouse.query<{ rows: string }>(sqlText, { id: acme.id }))[0]?.rows;
    };
    expect(await stored()).toBe('3');
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    await dropDeadRuns(app.deps, new Date('2026-10-15T17:59:59Z'));
    expect(await stored()).toBe('3');
    await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'));
    expect(await stored()).toBe('1');
    expect(await dropDeadRuns(app.deps, new Date('2026-10-16T12:00:00Z'))).toBe(0);
    expect(await shown()).toEqual([1, '0.333333333333']);
  });

  it('is deleted six hours after a clock that ran ahead was corrected', async () => {
    const insert = 'INSERT INTO purchase (contract_id, run_no) VALUES ({id:String}, 999999)';
    await app.deps.clickhouse.command(insert, { id: acme.id });
    await dropDeadRuns(app.deps, new Date('2026-12-24T12:00:00Z'));
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    expect(await dropDeadRuns(app.deps, new Date('2026-10-15T17:59:59Z'))).toBe(0);
    expect(await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'))).toBe(1);
  });

  it('is deleted, however many of them a contract has', async () => {
    const insert = 'INSERT INTO purchase (contract_id, run_no) SELECT {id:String}, 1000000 + number FROM numbers(2500)';
    await app.deps.clickhouse.command(insert, { id: acme.id });
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    expect(await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'))).toBe(2500);
    const left = 'SELECT count() AS rows FROM purchase WHERE run_no >= 1000000';
    expect(await app.deps.clickhouse.query(left)).toEqual([{ rows: '0' }]);
  });

  it('is deleted with those of other contracts in one statement for each table', async () => {
    const ids = [acme.id, (await contract(app)).id, (await contract(app)).id];
    const insert = `INSERT INTO purchase (contract_id, run_no)
      SELECT arrayJoin({ids:Array(String)}) AS id, 2000000 + indexOf({ids:Array(String)}, id)`;
    await app.deps.clickhouse.command(insert, { ids });
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    const command = vi.spyOn(app.deps.clickhouse, 'command');
    expect(await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'))).toBe(ids.length);
    expect(command).toHaveBeenCalledTimes(2);
    command.mockRestore();
    const left = 'SELECT count() AS rows FROM purchase WHERE run_no >= 2000000';
    expect(await app.deps.clickhouse.query(left)).toEqual([{ rows: '0' }]);
  });

  it('never replaces one that started after it', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    const slow = await rateDays(app.deps, await row(), { days: [day], throughBatch });
    givenPrices.perUnit = '5';
    await calculate();
    await expect(replacedBy(slow)).rejects.toThrow(Outdated);
    expect(await shown()).toEqual([1, '5.000000000000']);
  });

  it('never goes live if a price that affects it has changed since it started', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    const slow = await rateDays(app.deps, await row(), { days: [day], throughBatch });
    const list = { contractId: null, currency: 'USD' } as const;
    await app.deps.db.transaction().execute((tx) => changePrices(tx, [list]));
    await expect(replacedBy(slow)).rejects.toThrow(Outdated);
    expect(await shown()).toEqual([0, '0.000000000000']);
  });
});

it('a run that was delayed until its rows were dropped never goes live', async () => {
  const days = [parseDay('2026-10-01')];
  await meter([{ at: '2026-10-01T00:00:00Z' }]);
  await calculate();
  const contractRow = await getContract(app.deps.db, acme.id);
  const { throughBatch, began, ...rest } = await acknowledgedOf(app.deps.db, acme.id, days);
  const rated = await rateDays(app.deps, contractRow, { days, throughBatch });
  await dropDeadRuns(app.deps, new Date('2026-10-15T12:17:00Z'));
  await dropDeadRuns(app.deps, new Date('2026-10-15T18:17:00Z'));
  const sevenHoursBefore = new Date(began.getTime() - 7 * hourMs);
  const replacing = replaceRatedDays(app.deps, acme.id, { days, rated, ...rest, began: sevenHoursBefore });
  await expect(replacing).rejects.toThrow(Outdated);
  expect(await shown()).toEqual([1, '0.333333333333']);
});

describe('rateDue', () => {
  const marks = async () => (await dirtyDays(app.deps.db, acme.id)).map(({ day }) => day);

  it('rates the days with new usage, and no day twice', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-02T00:00:00Z' }, { at: '2026-10-09T00:00:00Z' }]);
    for (const day of ['2026-10-01', '2026-10-02', '2026-10-09']) await mark(day);
    expect(await rateDue(app.deps)).toMatchObject({ days: 3 });
    expect(await shown()).toEqual([3, '0.999999999999']);
    expect(await marks()).toEqual([]);
    expect(await rateDue(app.deps)).toMatchObject({ days: 0 });
  });

  it('keeps a mark that usage sets during a run', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await mark('2026-10-01');
    givenPrices.whileRating = async () => {
      givenPrices.whileRating = async () => {};
      await mark('2026-10-01');
      await meter([{ at: '2026-10-01T01:00:00Z' }]);
    };
    await rateDue(app.deps);
    expect(await marks()).toEqual(['2026-10-01']);
    await rateDue(app.deps);
    expect(await shown()).toEqual([2, '0.666666666666']);
    expect(await marks()).toEqual([]);
  });

  it.each([
    ['was signed meanwhile is no failure', 'delete from usage_dirty_day', { days: 1, failed: 0 }],
    [
      'is signed and still marked is one, because it is never rated',
      'select from usage_dirty_day',
      { days: 1, failed: 1 },
    ],
  ])('a day whose month %s', async (_, signing, told) => {
    const error = vi.spyOn(app.deps.log, 'error');
    await meter([{ at: '2026-09-30T00:00:00Z' }, { at: '2026-10-01T00:00:00Z' }]);
    for (const day of ['2026-09-30', '2026-10-01']) await mark(day);
    const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);
    givenPrices.whileRating = async () => {
      givenPrices.whileRating = async () => {};
      await byForce(`insert into closed_month (contract_id, month, closed_at) values ('${acme.id}', '2026-10', now());
        ${signing} where contract_id = '${acme.id}' and day = '2026-10-01'`);
    };
    expect(await rateDue(app.deps)).toEqual(told);
    expect(error).toHaveBeenCalledTimes(told.failed);
    vi.restoreAllMocks();
    await byForce(`delete from usage_dirty_day where contract_id = '${acme.id}';
      delete from closed_month where contract_id = '${acme.id}'`);
  });

  it('keeps the mark of a day that cannot be rated, and rates the others', async () => {
    const other = await contract(app);
    for (const [id, skuNo] of [
      [acme.id, 77],
      [other.id, 1],
    ] as const) {
      await meter([{ at: '2026-10-01T00:00:00Z', skuNo }], id);
      await mark('2026-10-01', id);
    }
    expect(await rateDue(app.deps)).toEqual({ days: 1, failed: 1 });
    expect(await shown(other.id)).toEqual([1, '0.333333333333']);
    expect(await marks()).toEqual(['2026-10-01']);
    await sql`delete from usage_dirty_day where contract_id = ${acme.id}`.execute(app.deps.db);
  });

  /** A second contract beside `acme`, each with a day to rate. */
  async function twoMarked(): Promise<Contract> {
    const other = await contract(app);
    for (const { id } of [acme, other]) {
      await meter([{ at: '2026-10-01T00:00:00Z' }], id);
      await mark('2026-10-01', id);
    }
    return other;
  }

  it('rates contracts in parallel', async () => {
    for (let more = 0; more < 7; more += 1) await twoMarked();
    const both = Promise.withResolvers<void>();
    let begun = 0;
    givenPrices.whileRating = async () => {
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
    };
    expect(await rateDue(app.deps)).toEqual({ days: 8, failed: 0 });
  });

  it('contracts that run out of memory leave it to the others', async () => {
    for (let more = 0; more < 15; more += 1) await twoMarked();
    const command = app.deps.clickhouse.command.bind(app.deps.clickhouse);
    let [tried, running, most] = [0, 0, 0];
    vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
      if (!statement.startsWith('INSERT INTO purchase')) return command(statement, ...given);
      tried += 1;
      if (tried <= 4) throw new OverLimits(new Error('no memory left'));
      running += 1;
      most = Math.max(most, running);
      await command(statement, ...given).finally(() => {
        running -= 1;
      });
    });
    expect(await rateDue(app.deps)).toEqual({ days: 16, failed: 0 });
    expect(most).toBe(1);
    vi.restoreAllMocks();
  });

  it('contracts that never fit into memory do not stop untried ones', async () => {
    // Like three of four rounds, this one does not try crowded stretches first.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    for (let more = 0; more < 15; more += 1) await twoMarked();
    const marked = (await dirtyDays(app.deps.db)).map(({ contractId }) => contractId);
    const ids = inTurn(marked, (id) => id, app.clock.now());
    const large = ids.slice(0, 4);
    for (const id of large) {
      await meter([{ at: '2026-10-03T00:00:00Z' }], id);
      await mark('2026-10-03', id);
    }
    const command = app.deps.clickhouse.command.bind(app.deps.clickhouse);
    const tried: (string | undefined)[] = [];
    vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
      if (!statement.startsWith('INSERT INTO purchase')) return command(statement, ...given);
      const contractId = ids.find((id) => statement.includes(id));
      tried.push(contractId);
      if (large.some((id) => id === contractId)) throw new OverLimits(new Error('it takes too long'));
      await command(statement, ...given);
    });
    expect(await rateDue(app.deps)).toEqual({ days: 12, failed: 8 });
    expect(tried.slice(0, 4).toSorted()).toEqual(large.toSorted());
    expect(tried.slice(4, 16)).toEqual(ids.slice(4));
    vi.restoreAllMocks();
    expect(await rateDue(app.deps)).toEqual({ days: 8, failed: 0 });
  });

  it.each([
    ['is rated alone', 1, { days: 2, failed: 0 }],
    ['is reported if it is too large alone', 2, { days: 1, failed: 1 }],
  ])('a contract that is too large together with others %s', async (_, times, told) => {
    await twoMarked();
    const error = vi.spyOn(app.deps.log, 'error');
    const command = app.deps.clickhouse.command.bind(app.deps.clickhouse);
    let refusals = 0;
    vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
      if (refusals < times && statement.startsWith('INSERT INTO purchase') && statement.includes(acme.id)) {
        refusals += 1;
        throw new OverLimits(new Error('no memory left'));
      }
      await command(statement, ...given);
    });
    expect(await rateDue(app.deps)).toEqual(told);
    expect(error).toHaveBeenCalledTimes(told.failed);
    vi.restoreAllMocks();
    expect(await rateDue(app.deps)).toEqual({ days: told.failed, failed: 0 });
  });
});
