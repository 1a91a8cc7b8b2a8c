import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const gentleMs = 10_000;
const firmMs = 5_000;
const programs: ReadonlySet<string> = new Set(['postgres', 'initdb']);

/**
 * Stops a PostgreSQL that a killed server left on the folder, so that a new one starts and recovers. The caller holds
 * the lock of DATA_DIR, so no other server uses it.
 */
export async function stopLeftBehind(folder: string): Promise<void> {
  const data = join(folder, 'data');
  const pid = pidOfPostgres(data);
  for (const [signal, limitMs] of [
    ['SIGINT', gentleMs] as const,
    ['SIGQUIT', firmMs] as const,
    ['SIGKILL', 0] as const,
  ])
    if (pid !== undefined && runsOn(data, pid)) await stop(data, pid, signal, limitMs);
  // The backends of a killed server outlive it, and keep a new one from starting.
  await killAllOn(data);
  // Another program may have that process id now; PostgreSQL would take it for itself and not start.
  for (const file of [join(data, 'postmaster.pid'), join(folder, '.s.PGSQL.5432.lock'), join(folder, '.s.PGSQL.5432')])
    rmSync(file, { force: true });
}

/** Kills PostgreSQL processes that still work in a folder, such as an initdb whose server was killed. */
export async function killAllOn(data: string): Promise<void> {
  const until = performance.now() + firmMs;
  for (let others = othersOn(data); others.length > 0 && performance.now() < until; others = othersOn(data)) {
    for (const each of others) kill(each, 'SIGKILL');
    await delay(20);
  }
}

/** Ends a PostgreSQL that takes too long to shut down; it recovers at the next start. */
export function endAtOnce(data: string, pid: number): void {
  if (runsOn(data, pid)) kill(pid, 'SIGQUIT');
}

/** The process id in its lock file; undefined if it was stopped in good order. */
export function pidOfPostgres(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** A name for the folder that is unique across containers; PostgreSQL gets it as an argument. */
export function clusterName(data: string): string {
  const { dev, ino } = statSync(data);
  const path = `${dev}:${ino}:${realpathSync(data)}`;
  return `usance-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}

/** Its processes, backends included; known only on Linux. */
function othersOn(data: string): number[] {
  if (process.platform !== 'linux' || !existsSync(data)) return [];
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return numbers.filter((pid) => isPostgresOf(data, pid));
}

/** Compares the working folder or, if that is hidden, the process title, which has the folder's name. */
function isPostgresOf(data: string, pid: number): boolean {
  try {
    if (!programs.has(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())) return false;
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return standsInFolder(data, pid) ?? title.startsWith(`postgres: ${clusterName(data)}: `);
  } catch {
    return false; // The process has ended meanwhile.
  }
}

/** Undefined if a container hides it. */
function standsInFolder(data: string, pid: number): boolean | undefined {
  try {
    const [stands, folder] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return stands.dev === folder.dev && stands.ino === folder.ino;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return undefined;
    throw error;
  }
}

async function stop(data: string, pid: number, signal: NodeJS.Signals, limitMs: number): Promise<void> {
  kill(pid, signal);
  const until = performance.now() + limitMs;
  while (runsOn(data, pid) && (limitMs === 0 || performance.now() < until)) await delay(20);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/** Like isPostgresOf, for the first process, which has the folder's name among its arguments. */
function standsIn(data: string, pid: number): boolean {
  return (
    standsInFolder(data, pid) ??
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`cluster_name=${clusterName(data)}\0`)
  );
}

/** The system reuses process ids, so the process must also work in that folder. */
function runsOn(data: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return standsIn(data, pid);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}
