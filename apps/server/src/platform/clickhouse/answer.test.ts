import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { engineAnswering, stillEngine } from '#testing/still-engine.ts';
import type { ClickHouse } from './client.ts';
import { ClickHouseUnavailable } from './errors.ts';

const ofEngine = { 'x-clickhouse-format': 'JSON', 'x-clickhouse-summary': '{}' };
const whole = { meta: [{ name: 'rows', type: 'UInt64' }], data: [{ rows: '7' }], rows: 1 };
const page = '<html><body>Back soon</body></html>';

/** A usage database behind a proxy that answers every request with the given body and success. */
async function answering(body: string, headers: Record<string, string> = ofEngine): Promise<ClickHouse> {
  return engineAnswering((req, res) => {
    req.resume().once('end', () => res.writeHead(200, headers).end(body));
  });
}

const count = 'SELECT count() AS rows FROM usage_record';

describe('a question', () => {
  it('is answered by a whole document', async () => {
    expect(await (await answering(JSON.stringify(whole))).query(count)).toEqual([{ rows: '7' }]);
  });

  it.each([
    ['nothing', ''],
    ['a page', page],
    ['a proxy’s own JSON', '{"status":"up"}'],
    ['no document', 'null'],
    ['a document that was cut', JSON.stringify(whole).slice(0, -4)],
    ['a row that was cut', '{"rows":"7"'],
    ['rows without an end', '{"rows":"7"}\n'],
    ['fewer rows than it says', JSON.stringify({ ...whole, data: [] })],
    ['a failure halfway', JSON.stringify({ ...whole, exception: 'Code: 241. DB::Exception: (MEMORY_LIMIT_EXCEEDED)' })],
  ])('is not answered by %s', async (_, body) => {
    await expect((await answering(body)).query(count)).rejects.toThrow(ClickHouseUnavailable);
  });

  it('is not answered by a connection that breaks off, with or without a Content-Length', async () => {
    for (const headers of [{ 'content-length': '200' }, { connection: 'close' }]) {
      const ch = await engineAnswering((_, res) => {
        res.socket?.end(`HTTP/1.1 200 OK\r\n${linesOf({ ...headers, ...ofEngine })}\r\n{"meta":[],"data":[`);
      });
      await expect(ch.query(count)).rejects.toThrow(ClickHouseUnavailable);
    }
  });
});

describe('a success that did not come from ClickHouse', () => {
  const html = { 'content-type': 'text/html' };
  it.each<[string, (ch: ClickHouse) => Promise<unknown>]>([
    ['an insert', (ch) => ch.insert('item', [{ id: 1 }])],
    ['a command', (ch) => ch.command('TRUNCATE TABLE item')],
    ['a question', (ch) => ch.query(count)],
    ['a stream', async (ch) => text(await ch.stream('SELECT 1', {}, 'CSV'))],
  ])('is none for %s', async (_, call) => {
    await expect(call(await answering('', html))).rejects.toThrow(ClickHouseUnavailable);
    await expect(call(await answering(page, html))).rejects.toThrow(ClickHouseUnavailable);
  });

  it('does not make it ready', async () => {
    expect(await (await answering(page, html)).ping()).toBe(false);
    expect(await (await answering('Ok.\n', html)).ping()).toBe(true);
  });
});

describe('an engine that hangs', () => {
  const stillOnTheWay = () =>
    engineAnswering((req, res) => void req.resume().once('end', () => res.writeHead(200, ofEngine).write('{')));

  it.each([
    ['before it answers', stillEngine],
    ['in the middle of its answer', stillOnTheWay],
  ])('%s is awaited no longer than its limit', async (_, engine) => {
    const ch = await engine();
    await expect(ch.query(count, {}, {}, { gone: AbortSignal.timeout(50) })).rejects.toThrow(ClickHouseUnavailable);
    await expect(ch.insert('item', [{ id: 1 }], { bounds: { gone: AbortSignal.timeout(50) } })).rejects.toThrow(
      ClickHouseUnavailable,
    );
  });
});

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
