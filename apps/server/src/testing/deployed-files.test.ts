import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openListener } from '#platform/http/listener/listener.ts';
import { silent } from './silent-log.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');
const [container, unit] = [textOf('deploy/Containerfile'), textOf('deploy/usance.service')];
const pinned = String((JSON.parse(textOf('package.json')) as { dependencies: { node: string } }).dependencies.node);

describe('the files for deployment', () => {
  it('build a container with the Node of package.json', () => {
    expect(/^FROM \S+\/node:([\d.]+)-/m.exec(container)?.[1]).toBe(pinned);
  });

  it('start existing scripts', () => {
    const started = [
      /^CMD \["(.+)"\]/m.exec(container)?.[1],
      /HEALTHCHECK .+"(deploy\/[^"]+)"/.exec(container)?.[1],
      /^ExecStart=\S+\/node (\S+)$/m.exec(unit)?.[1],
    ];
    for (const path of started) expect([path, existsSync(join(root, String(path)))]).toEqual([path, true]);
  });

  it.each(['deploy/Containerfile', 'docs/containers.md'])('build an image that keeps its HEALTHCHECK: %s', (name) => {
    const lines = textOf(name).match(/podman build .*/g);
    expect(lines).toEqual([expect.stringContaining('--format docker ')]);
  });

  it('allow more time to stop than the server needs', () => {
    const stopLimitMs = Number(
      /stopLimitMs = ([\d_]+)/.exec(textOf('apps/server/src/main.ts'))?.[1]?.replaceAll('_', ''),
    );
    const waited = [/TimeoutStopSec=(\d+)/.exec(unit)?.[1], /--stop-timeout (\d+)/.exec(container)?.[1]];
    for (const seconds of waited) expect(Number(seconds) * 1_000).toBeGreaterThan(stopLimitMs);
  });
});

it.each([
  ['127.0.0.2', '127.0.0.2'],
  ['127.0.0.1', '0.0.0.0'],
  ['::1', '::1'],
])('the health check reaches a server on %s with INTERNAL_HOST=%s', async (at, told) => {
  const server = createServer((_request, reply) => reply.end('alive'));
  await new Promise<void>((done) => server.listen(0, at, done));
  const env = { INTERNAL_HOST: told, INTERNAL_PORT: String((server.address() as AddressInfo).port) };
  const asking = spawn(process.execPath, [join(root, 'deploy/ask-health.mjs'), 'alive'], { env });
  const [code] = await once(asking, 'exit');
  server.close();
  expect(code).toBe(0);
});

describe('a proxy', () => {
  let app: Awaited<ReturnType<typeof openListener>>;
  beforeAll(async () => {
    app = await openListener(silent);
  });
  afterAll(() => app.close());

  it.each([
    ['deploy/nginx.conf', /keepalive_timeout (\d+)s/g],
    ['deploy/Caddyfile', /\tkeepalive (\d+)s/g],
  ])('gives a connection up before the server does: %s', (name, kept) => {
    const seconds = [...textOf(name).matchAll(kept)].map(([, text]) => Number(text));
    expect(seconds.length).toBeGreaterThan(0);
    for (const each of seconds) expect(each * 1_000).toBeLessThan(app.server.keepAliveTimeout);
  });

  it.each([
    ['deploy/nginx.conf', /proxy_read_timeout (\d+)s/],
    ['deploy/Caddyfile', /response_header_timeout (\d+)s/],
  ])('waits longer for people than the server lets a connection stand still: %s', (name, waits) => {
    expect(Number(waits.exec(textOf(name))?.[1]) * 1_000).toBeGreaterThan(app.server.timeout);
  });
});
