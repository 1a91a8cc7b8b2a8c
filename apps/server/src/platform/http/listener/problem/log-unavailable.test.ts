import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { exchange } from '#testing/socket/raw-exchange.ts';
import { ClickHouseUnavailable } from '../../../clickhouse/errors.ts';
import { unavailable } from '../../../refusal.ts';
import { openListener } from '../listener.ts';

async function refusing(errors: Readonly<Record<string, () => Error>>) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = await openListener(pino({ level: 'warn' }, sink));
  onTestFinished(() => app.close());
  for (const [url, error] of Object.entries(errors))
    app.get(url, () => {
      throw error();
    });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const ask = (url: string) => exchange(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return { lines, ask };
}

it('the log has the reason for a 503, and the reply does not', async () => {
  const cut = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const { lines, ask } = await refusing({
    '/line': () => unavailable('the line is full'),
    '/engine': () => new ClickHouseUnavailable(cut),
  });
  const [byLine] = await ask('/line');
  const [byEngine] = await ask('/engine');
  expect([byLine?.status, byEngine?.status]).toEqual([503, 503]);
  expect(`${byLine?.body}${byEngine?.body}`).not.toMatch(/line|hang/);
  expect(lines).toMatchObject([
    { level: 40, why: 'the line is full', times: 1, reqId: JSON.parse(byLine?.body ?? '').requestId },
    { level: 40, why: 'ECONNRESET socket hang up', times: 1 },
  ]);
});

it('a hundred refusals for one reason are one line, and another reason has its own', async () => {
  const { lines, ask } = await refusing({
    '/line': () => unavailable('the line is full'),
    '/memory': () => unavailable('too much live memory'),
  });
  await Promise.all(Array.from({ length: 100 }, () => ask('/line')));
  await ask('/memory');
  expect(lines.map(({ why }) => why)).toEqual(['the line is full', 'too much live memory']);
});

it('a temporary failure of a database is logged as seldom, without a stack', async () => {
  const gone = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
  const { lines, ask } = await refusing({ '/database': () => gone });
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask('/database')));
  expect(new Set(replies.map(([reply]) => reply?.status))).toEqual(new Set([503]));
  expect(lines).toMatchObject([{ level: 40, why: '57P03 the database system is shutting down', times: 1 }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});
