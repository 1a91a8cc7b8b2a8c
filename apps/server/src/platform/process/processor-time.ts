import { readFileSync } from 'node:fs';

// What the kernel counts in, on every machine that Node runs on.
const ticksPerSecond = 100;

/** The milliseconds of processor time that a process has used with all its threads; undefined where nothing tells. */
export function processorMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before stands in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
