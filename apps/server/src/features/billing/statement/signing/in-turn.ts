import { createHash } from 'node:crypto';
import type { DueMonth } from './due-month.queries.ts';

/**
 * Months that are due, those of a contract in their order, and the contracts in another order in each round: who comes first
 * may end the round for all others, and would in each.
 */
export function inTurn(months: readonly DueMonth[], now: Date): DueMonth[] {
  const turnOf = ({ contract }: DueMonth) =>
    createHash('sha256').update(`${now.toISOString()} ${contract.id}`).digest('hex');
  return months
    .map((month) => ({ month, turn: turnOf(month) }))
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0))
    .map(({ month }) => month);
}
