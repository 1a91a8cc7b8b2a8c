import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const ticksASecond = 100;

/** Returns the CPU time so far of this process and of each engine below it, in seconds. Needs /proc. */
export function cpuSeconds(): Map<string, number> {
  const used = new Map([['server', secondsOf(process.pid, { withEnded: false })]]);
  for (const pid of childrenOf(process.pid)) {
    const name = /postgres|chdb/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[0];
    if (name) used.set(name === 'chdb' ? 'clickhouse' : name, (used.get(name) ?? 0) + secondsBelow(pid));
  }
  return used;
}

/** Returns the seconds of CPU time that the main thread, its other threads and each engine spend during the work. */
export async function cpuSecondsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = cpuSeconds();
  const threadBefore = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(threadBefore);
  const main = (user + system) / 1e6;
  const used = new Map([['main thread', main]]);
  for (const [name, seconds] of cpuSeconds()) {
    const spent = seconds - (before.get(name) ?? 0);
    if (name === 'server') used.set('other threads', spent - main);
    else used.set(name, spent);
  }
  return used;
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** With its descendants, also those that ended. */
function secondsBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + secondsBelow(child), secondsOf(pid, { withEnded: true }));
}

function secondsOf(pid: number, { withEnded }: { withEnded: boolean }): number {
  // The name of the command, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  const ended = withEnded ? (endedUser ?? 0) + (endedSystem ?? 0) : 0;
  return ((user ?? 0) + (system ?? 0) + ended) / ticksASecond;
}
