import { cpus, totalmem } from 'node:os';

/** What the figures below were taken on: ratios travel between machines, milliseconds do not. */
export function describeHardware(): string {
  const models = [...new Set(cpus().map((cpu) => cpu.model))].join(', ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${models}), ${memory} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;
}
