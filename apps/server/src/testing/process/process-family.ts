import { readdirSync, readFileSync } from 'node:fs';

/** Returns a process and all its living descendants, read from Linux's /proc. */
export function familyOf(pid: number): number[] {
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const children = Map.groupBy(numbers, parentOf);
  const below = (parent: number): number[] => [parent, ...(children.get(parent) ?? []).flatMap(below)];
  return below(pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may contain spaces and brackets.
    return Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]);
  } catch {
    return undefined; // The process has ended.
  }
}
