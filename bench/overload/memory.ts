import { readFileSync } from 'node:fs';

interface Peak {
  readonly name: string;
  readonly mebibytes: number;
}

/** Returns the peak memory of a process and each of its children so far; empty without /proc. */
export function peakMemory(pid: number): Peak[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [{ ...peakOf(pid), name: 'the server' }, ...children.map(peakOf)];
  } catch {
    return [];
  }
}

function peakOf(pid: number): Peak {
  const [name = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .filter((word) => /chdb|postgres/.test(word));
  const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { name: name.split('/').at(-1) ?? '', mebibytes: Math.round(kibibytes / 1_024) };
}
