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
  it('leaves no mark when it is whole', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, async () => expect(await isUnfinished()).toBe(true));
    expect(await isUnfinished()).toBe(false);
    await opening('demo');
  });

  it('that was cut off is refused for as long as it stays half, and removed by nobody', async () => {
    await postgres.script("insert into calendar_tick (last_at) values ('2026-10-01')");
    await expect(cutOff()).rejects.toThrow('cut');
    for (let start = 0; start < 2; start += 1) await expect(opening('demo')).rejects.toThrow('make this database');
    expect(await isUnfinished()).toBe(true);
    await opening('none');
    await opening('demo');
    expect(await postgres.db.selectFrom('calendar_tick').selectAll().execute()).toHaveLength(1);
  });

  it('is made by one server alone, and another that starts meanwhile goes no further, whatever it wants', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, async () => {
      await expect(cutOff()).rejects.toThrow('makes the demonstration');
      for (const seed of ['demo', 'none'] as const)
        await expect(opening(seed)).rejects.toThrow('Another server makes the demonstration');
      expect(await isUnfinished()).toBe(true);
    });
  });

  it('is not made where somebody else has made one since it was found empty', async () => {
    const full = async () => false;
    await withMarkInRecords(postgres.ownerUrl, full, () => Promise.reject(new Error('made twice')));
    expect(await isUnfinished()).toBe(false);
  });

  it('is not made beside a server that serves from there, whose calendar would go round in it', async () => {
    const servers = [await serveRecords(postgres.url), await serveRecords(postgres.url)];
    for (const server of servers) {
      await expect(cutOff()).rejects.toThrow('Another server');
      await server.close();
    }
    expect(await isUnfinished()).toBe(false);
    await expect(cutOff()).rejects.toThrow('cut');
  });

  it('is served by nobody while it is made, nor half of it', async () => {
    await withMarkInRecords(postgres.ownerUrl, empty, () =>
      expect(serveRecords(postgres.url)).rejects.toThrow('Another server makes the demonstration'),
    );
    await expect(cutOff()).rejects.toThrow('cut');
    await expect(serveRecords(postgres.url)).rejects.toThrow('A demonstration was cut off');
    await opening('none');
    await (await serveRecords(postgres.url)).close();
  });
});
