import { expect, it, onTestFinished, vi } from 'vitest';
import { ClickHouseUnavailable } from './clickhouse/errors.ts';
import { openListener } from './http/listener/listener.ts';
import { forPeople, openLog } from './log.ts';

it('the log has the path of a request, without codes in its query', async () => {
  const lines: string[] = [];
  const app = await openListener(openLog('info', { write: (line) => void lines.push(line) }));
  app.get('/asked', async () => ({}));
  await app.inject({ url: '/asked?code=123456', headers: { cookie: '__Host-sid=secret' } });
  await app.close();
  expect(lines.join('')).toContain('"/asked"');
  expect(lines.join('')).not.toMatch(/123456|secret/);
});

it('a terminal shows readable lines, and a file gets JSON', () => {
  const lines: string[] = [];
  const terminal = { isTTY: true, write: (line: string) => void lines.push(line) };
  openLog('info', forPeople(terminal)).warn({ contractId: 'ct-aaaa' }, 'something waits');
  expect(lines.join('')).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: something waits\n\s+contractId: "ct-aaaa"\n$/);
  expect(forPeople({ write: () => {} })).toBeUndefined();
});

it('all failures on a full disk are one line with their count and no stack', async () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), { code: '53100' });
  const app = await openListener(log);
  app.post('/kept', async () => {
    throw full;
  });
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject({ method: 'POST', url: '/kept' })));
  await app.close();
  log.error({ err: new ClickHouseUnavailable(full), job: 'usage.flush' }, 'job failed; it comes round again');
  log.warn('records database: FATAL:  could not write init file: No space left on device');
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    replies.map(() => [503, '5']),
  );
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  expect(told).toEqual([
    expect.objectContaining({ failures: 1, last: full.message, msg: expect.stringContaining('make room') }),
  ]);
});

it('a full disk is logged again after a minute, with the number of failures since', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  for (const afterMs of [0, 1_000, 58_000, 1_000]) {
    vi.advanceTimersByTime(afterMs);
    log.error({ err: full }, 'job failed; it comes round again');
  }
  expect(lines.map((line) => JSON.parse(line).failures)).toEqual([1, 3]);
});

it('a process that ends on a full disk always says why', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  log.error({ err: full }, 'job failed; it comes round again');
  log.fatal({ err: full }, 'the process ends on an unexpected error');
  expect(lines.at(-1)).toContain('the process ends');
});
