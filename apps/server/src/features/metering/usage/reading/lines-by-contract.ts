import type { UsageLine } from './usage-line.ts';

/**
 * Groups lines by contract, keeping the order within each, and cuts the result into pieces of at most `atMost`. Each
 * piece makes one batch for each of its contracts, so there are few batches.
 */
export function byContract(lines: readonly UsageLine[], atMost: number): UsageLine[][] {
  const ordered = [...Map.groupBy(lines, ({ kind }) => kind.contractId).values()].flat();
  const pieces: UsageLine[][] = [];
  for (let from = 0; from < ordered.length; from += atMost) pieces.push(ordered.slice(from, from + atMost));
  return pieces;
}
