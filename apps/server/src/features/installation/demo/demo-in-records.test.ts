import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { assertNoHalfDemo, isDemoUnfinishedIn, serveRecords, withMarkInRecords } from './demo-in-records.ts';

let postgres: TestPostgres;
beforeEach(async () => {
  postgres = await openTestPostgres();
});
afterEach(() => postgres.close());

const empty = async () => true;
const opening = (seed: 'demo' | 'none') => assertNoHalfDemo(postgres.ownerUrl, { seed, log: silent });
const isUnfinished = () => isDemoUnfinishedIn(postgres.db);
const cutOff = () => withMarkInRecords(postgres.ownerUrl, empty, () => Promise.reject(new Error('cut')));

describe('a demonstration in databases by URL', () => {
  it('leaves no mark when it is complete', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, async () => expect(await isUnfinished()).toBe(true));
    expect(await isUnfinished()).toBe(false);
    await opening('demo');
  });

  it('that was cut off is refused as long as it is incomplete, and never removed', async () => {
    await postgres.script("insert into calendar_tick (last_at) values ('2026-10-01')");
    await expect(cutOff()).rejects.toThrow('cut');
    for (let start = 0; start < 2; start += 1) await expect(opening('demo')).rejects.toThrow('recreate this database');
    expect(await isUnfinished()).toBe(true);
    await opening('none');
    await opening('demo');
    expect(await postgres.db.selectFrom('calendar_tick').selectAll().execute()).toHaveLength(1);
  });

  it('is made by only one server, and another that starts meanwhile is refused', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, async () => {
      await expect(cutOff()).rejects.toThrow('making the demonstration');
      for (const seed of ['demo', 'none'] as const)
        await expect(opening(seed)).rejects.toThrow('Another server is making the demonstration');
      expect(await isUnfinished()).toBe(true);
    });
  });

  it('is not made if another server made one since the check for emptiness', async () => {
    const full = async () => false;
    await withMarkInRecords(postgres.ownerUrl, full, () => Promise.reject(new Error('made twice')));
    expect(await isUnfinished()).toBe(false);
  });

  it('is not made beside a serving server, whose calendar would run in it', async () => {
    const servers = [await serveRecords(postgres.url), await serveRecords(postgres.url)];
    for (const server of servers) {
      await expect(cutOff()).rejects.toThrow('Another server');
      await server.close();
    }
    expect(await isUnfinished()).toBe(false);
    await expect(cutOff()).rejects.toThrow('cut');
  });

  it('is not served while it is made, nor when incomplete', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, () =>
      expect(serveRecords(postgres.url)).rejects.toThrow('Another server is making the demonstration'),
    );
    await expect(cutOff()).rejects.toThrow('cut');
    await expect(serveRecords(postgres.url)).rejects.toThrow('A demonstration was cut off');
    await opening('none');
    await (await serveRecords(postgres.url)).close();
  });
});
