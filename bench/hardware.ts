import { cpus, totalmem } from 'node:os';

/** Describes the machine of the measurements. Ratios are comparable between machines, milliseconds are not. */
export function describeHardware(): string {
  const models = [...new Set(cpus().map((cpu) => cpu.model))].join(', ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${models}), ${memory} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;
}
