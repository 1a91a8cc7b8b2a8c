import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const gentleMs = 10_000;
const firmMs = 5_000;
const programs: ReadonlySet<string> = new Set(['postgres', 'initdb']);

/**
 * Stops a PostgreSQL that a killed server left on the folder, so that it is started anew and recovers. Call it with
 * DATA_DIR locked: then nobody who may have it can be using it.
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
  // Those that served its connections outlive one that was killed, and keep another from starting.
  await killAllOn(data);
  // Whoever has that number now is another program, which PostgreSQL would take for itself and not start.
  for (const file of [join(data, 'postmaster.pid'), join(folder, '.s.PGSQL.5432.lock'), join(folder, '.s.PGSQL.5432')])
    rmSync(file, { force: true });
}

/** Ends whatever of PostgreSQL still works in a folder, as what was making a database there when its server was killed. */
export async function killAllOn(data: string): Promise<void> {
  const until = performance.now() + firmMs;
  for (let others = othersOn(data); others.length > 0 && performance.now() < until; others = othersOn(data)) {
    for (const each of others) kill(each, 'SIGKILL');
    await delay(20);
  }
}

/** Ends one that takes too long to end in good order, where it still runs: it recovers at the next start. */
export function endAtOnce(data: string, pid: number): void {
  if (runsOn(data, pid)) kill(pid, 'SIGQUIT');
}

/** The number in its lock file; undefined where it was stopped in good order. */
export function pidOfPostgres(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** The folder's name among those of all containers: it stands in what PostgreSQL is started with. */
export function clusterName(data: string): string {
  const { dev, ino } = statSync(data);
  const path = `${dev}:${ino}:${realpathSync(data)}`;
  return `usance-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}

/** Its processes, those that serve connections too; only Linux tells. */
function othersOn(data: string): number[] {
  if (process.platform !== 'linux' || !existsSync(data)) return [];
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return numbers.filter((pid) => isPostgresOf(data, pid));
}

/** By the very folder that it stands in or, where that is not to be seen, by its title, which has the folder's name. */
function isPostgresOf(data: string, pid: number): boolean {
  try {
    if (!programs.has(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())) return false;
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return standsInFolder(data, pid) ?? title.startsWith(`postgres: ${clusterName(data)}: `);
  } catch {
    return false; // It has ended meanwhile.
  }
}

/** Undefined where a container keeps it from being seen. */
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
    // It has ended meanwhile.
  }
}

/** As isPostgresOf; its first process has the folder's name among what it was started with. */
function standsIn(data: string, pid: number): boolean {
  return (
    standsInFolder(data, pid) ??
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`cluster_name=${clusterName(data)}\0`)
  );
}

/** Numbers are given anew, so the process must also stand in that folder. */
function runsOn(data: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return standsIn(data, pid);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}
