import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { killServers, startServerProcess } from '#testing/process/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-supervised-'));
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

it('a server reports to systemd that it is ready, alive and stopping', async () => {
  const told = join(folder, 'told');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${told}\n`, { mode: 0o755 });
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    PATH: `${folder}:${process.env['PATH']}`,
    NOTIFY_SOCKET: '/run/nobody/listens',
    WATCHDOG_USEC: '60000',
  });
  const lines = () => readFileSync(told, 'utf8').trim().split('\n');
  await vi.waitFor(() => expect(lines().slice(0, 3)).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']), 20_000);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(lines()).toContain('STOPPING=1');
});
