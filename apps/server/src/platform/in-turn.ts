import { createHash } from 'node:crypto';

/**
 * Shuffles the names (contract ids, for example) differently in each round; the items of one name stay together, in
 * order. The first contract may end the round for all others, and must not be first every time.
 */
export function inTurn<T>(all: readonly T[], nameOf: (one: T) => string, now: Date): T[] {
  const turnOf = (one: T) =>
    createHash('sha256')
      .update(`${now.toISOString()} ${nameOf(one)}`)
      .digest('hex');
  return all
    .map((one) => ({ one, turn: turnOf(one) }))
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0))
    .map(({ one }) => one);
}
