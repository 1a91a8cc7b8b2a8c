import { numberFormat } from './formatters.ts';

/** "12.4 MB": a size in the largest unit that it reaches, in powers of a thousand. */
export function formatFileSize(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['Bytes', 1];
  const figure = numberFormat({ maximumFractionDigits: 1 }).format(bytes / size);
  return `${figure} ${unit}`;
}

const units = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;
