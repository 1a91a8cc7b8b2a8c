import { expect, it } from 'vitest';
import { openListener } from './http/listener/listener.ts';
import { forPeople, openLog } from './log.ts';

it('what a request asks for is in the log, and no code that it names', async () => {
  const lines: string[] = [];
  const app = await openListener(openLog('info', { write: (line) => void lines.push(line) }));
  app.get('/asked', async () => ({}));
  await app.inject({ url: '/asked?code=123456', headers: { cookie: '__Host-sid=secret' } });
  await app.close();
  expect(lines.join('')).toContain('"/asked"');
  expect(lines.join('')).not.toMatch(/123456|secret/);
});

it('a terminal shows lines that people read, and a file has JSON', () => {
  const lines: string[] = [];
  const terminal = { isTTY: true, write: (line: string) => void lines.push(line) };
  openLog('info', forPeople(terminal)).warn({ contractId: 'ct-aaaa' }, 'something waits');
  expect(lines.join('')).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: something waits\n\s+contractId: "ct-aaaa"\n$/);
  expect(forPeople({ write: () => {} })).toBeUndefined();
});
