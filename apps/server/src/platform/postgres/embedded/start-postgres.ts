import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded, type Started } from '../../process/keep-running.ts';
import type { Binaries } from './binaries.ts';
import { dataArgument, environment } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { clusterName, endAtOnce, pidOfPostgres } from './left-behind.ts';
import type { PostgresOwner } from './owner.ts';

interface Place {
  readonly folder: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly owner: PostgresOwner;
  readonly settings: Readonly<Record<string, string>>;
}

const closeLimitMs = 8_000;

/**
 * Stops PostgreSQL in good order when our end of its standard input closes, on command or because we died. It has its
 * own session, because Ctrl-C in a terminal is meant for us, and we still need the database. Each of its processes
 * locks the folder for its life, visibly to other containers on the volume.
 */
const untilInputEnds = `
exec 3<&0
exec 4<..
tries=5
# Any answer but 0 and 1 comes from a host, or a disk, without such locks.
while flock -n 4 2>/dev/null; [ $? = 1 ] && flock -u 4 2>/dev/null; do
  [ $tries = 0 ] && { echo 'Another PostgreSQL still works on this folder.' >&2; exit 1; }
  tries=$((tries - 1))
  sleep 1
done
"$@" </dev/null 3<&- &
server=$!
exec 4>&-
# A shell starts it deaf to SIGINT, until it has a way of its own to take it.
( read -r _ <&3; cd /; while kill -INT $server; do sleep 1; done ) 2>/dev/null &
reader=$!
exec 3<&-
wait $server
code=$?
kill $reader 2>/dev/null
exit $code`;

// Messages to clients that connect during a start or stop; those clients receive them too.
const toldElsewhere =
  /terminating connection due to administrator|the database system is (starting up|not yet accepting|in recovery mode|shutting down)|Consistent recovery state has not been/;

/** Starts PostgreSQL on a folder with a database; it listens only on a socket. */
export function startPostgres(
  { folder, socketFolder, binaries, owner, settings }: Place,
  hear: (said: string) => void,
): Started {
  const data = join(folder, 'data');
  const flags = Object.entries({
    listen_addresses: '',
    cluster_name: clusterName(data),
    // Relative to the data folder; see dataArgument.
    unix_socket_directories: socketFolder === folder ? '..' : socketFolder,
    unix_socket_permissions: '0700',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    // Parallel workers would share memory in /dev/shm, which has 64 MB in a container.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = [join(binaries.folder, 'postgres'), '-D', dataArgument(data), ...flags];
  const child = spawn('/bin/sh', ['-c', untilInputEnds, 'sh', ...postgres], {
    ...owner,
    cwd: data,
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    complaints = (complaints + said).slice(-2000);
    const news = said.split('\n').filter((line) => line !== '' && !toldElsewhere.test(line));
    if (news.length > 0) hear(news.join('\n'));
  });
  // The 'exit' event reports its end; later writes to it may fail.
  child.stdin.on('error', () => {});
  const spawned = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const ready = spawned.then(async () => {
    while (!saysReady(data)) {
      if (hasEnded(child)) throw new EmbeddedPostgresUnusable(`PostgreSQL did not start: ${complaints.trim()}`);
      await delay(10);
    }
  });
  return { child, ready };
}

/** Stops it in good order, or at once if that takes too long. */
export function stopPostgres(child: ChildProcess, data: string): void {
  const pid = pidOfPostgres(data);
  const timer = setTimeout(() => pid !== undefined && endAtOnce(data, pid), closeLimitMs);
  child.once('exit', () => clearTimeout(timer));
  child.stdin?.end();
}

/** True once it takes connections, which the eighth line of its lock file says; recovery may take a while. */
function saysReady(data: string): boolean {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}
