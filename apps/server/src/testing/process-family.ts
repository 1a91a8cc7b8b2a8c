import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it, and they, have started, as far as they live; in /proc, where Linux tells it. */
export function familyOf(pid: number): number[] {
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const children = Map.groupBy(numbers, parentOf);
  const below = (parent: number): number[] => [parent, ...(children.get(parent) ?? []).flatMap(below)];
  return below(pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may have spaces and brackets.
    return Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
