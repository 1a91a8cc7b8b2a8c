import { createHash } from 'node:crypto';

/**
 * Those of one contract in their order, and the contracts in another order in each round: who comes first may end the round
 * for all others, and would in each.
 */
export function inTurn<T>(all: readonly T[], contractOf: (one: T) => string, now: Date): T[] {
  const turnOf = (one: T) =>
    createHash('sha256')
      .update(`${now.toISOString()} ${contractOf(one)}`)
      .digest('hex');
  return all
    .map((one) => ({ one, turn: turnOf(one) }))
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0))
    .map(({ one }) => one);
}
