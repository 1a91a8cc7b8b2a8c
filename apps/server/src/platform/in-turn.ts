import { createHash } from 'node:crypto';

/**
 * Those of one name, such as a contract's id, in their order, and the names in another order in each round: who comes first
 * may end the round for all others, and would in each.
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
