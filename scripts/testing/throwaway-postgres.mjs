import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exitCodeOf } from '../run-command.mjs';

/** A server that nobody will miss need not wait for any disk. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts two PostgreSQL servers in a temporary folder: one as durable as the product asks for, for tests of whole server
 * processes, and a fast one for everything else. Answers their URLs (a superuser, loopback only) and how to be rid of
 * them. PostgreSQL refuses to run as root, so root lends the folder to `postgres`.
 */
export async function startThrowawayPostgres(binaries) {
  const owner = process.getuid?.() === 0 ? userOf('postgres') : {};
  const folder = mkdtempSync(join(tmpdir(), 'usance-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, stdio: 'ignore' };
  const initdb = ['-D', 'durable', '-U', 'test', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, options);
  execFileSync('cp', ['-R', 'durable', 'fast'], options);
  const servers = await Promise.all([
    startServer(binaries, 'durable', {}, options),
    startServer(binaries, 'fast', forgetful, options),
  ]);
  const [durableUrl, fastUrl] = servers.map(({ url }) => url);
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { durableUrl, fastUrl, stop };
}

async function startServer(binaries, data, extra, options) {
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: options.cwd,
    max_connections: 200,
    ...extra,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], options);
  const ended = exitCodeOf(server);
  process.on('exit', () => server.kill('SIGQUIT'));
  await answering(binaries, port, () => server.exitCode !== null);
  const stop = () => {
    server.kill('SIGINT');
    return ended;
  };
  return { url: `postgres://test@127.0.0.1:${port}/postgres`, stop };
}

async function answering(binaries, port, hasEnded) {
  for (let attempt = 0; attempt < 600 && !hasEnded(); attempt += 1) {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('The PostgreSQL server for the tests did not start.');
}

function userOf(name) {
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
