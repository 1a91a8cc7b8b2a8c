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
 * Stops PostgreSQL in good order when our end of its standard input closes: when we say so, and when we die, however we
 * die. It has a session of its own, since Ctrl-C at a terminal is meant for us, who still need it. Each of its
 * processes holds the folder's lock for as long as it lives, which other containers that share the volume see.
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

// What it answers to who connects while it starts or stops, who is told it too.
const toldElsewhere =
  /terminating connection due to administrator|the database system is (starting up|not yet accepting|in recovery mode|shutting down)|Consistent recovery state has not been/;

/** Starts PostgreSQL on a folder that holds a database; it listens on a socket and nowhere else. */
export function startPostgres(
  { folder, socketFolder, binaries, owner, settings }: Place,
  hear: (said: string) => void,
): Started {
  const data = join(folder, 'data');
  const flags = Object.entries({
    listen_addresses: '',
    cluster_name: clusterName(data),
    // Relative to the data, as dataArgument.
    unix_socket_directories: socketFolder === folder ? '..' : socketFolder,
    unix_socket_permissions: '0700',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    // Workers would share memory in /dev/shm, of which a container has 64 MB.
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
  // Its end is told by 'exit'; writing to it after that is no news.
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

/** Lets it finish in good order; at once when that takes too long. */
export function stopPostgres(child: ChildProcess, data: string): void {
  const pid = pidOfPostgres(data);
  const timer = setTimeout(() => pid !== undefined && endAtOnce(data, pid), closeLimitMs);
  child.once('exit', () => clearTimeout(timer));
  child.stdin?.end();
}

/** The eighth line of its lock file, which it writes when it takes connections; recovery may take a while. */
function saysReady(data: string): boolean {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}
