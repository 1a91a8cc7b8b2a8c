import { readFileSync } from 'node:fs';

// The unit of the kernel's counters, on every machine that Node runs on.
const ticksPerSecond = 100;

/** Returns the processor time of a process with all its threads in milliseconds; undefined where /proc is missing. */
export function processorMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it stands in brackets and may hold any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
