import type { UsageLine } from './usage-line.ts';

/**
 * Lines of one contract after those of another, each contract's in their order, in pieces of at most `atMost`: a piece
 * that is taken in has a batch for each of its contracts, so that there are about as many batches as contracts.
 */
export function byContract(lines: readonly UsageLine[], atMost: number): UsageLine[][] {
  const ordered = [...Map.groupBy(lines, ({ record }) => record.contractId).values()].flat();
  const pieces: UsageLine[][] = [];
  for (let from = 0; from < ordered.length; from += atMost) pieces.push(ordered.slice(from, from + atMost));
  return pieces;
}
