export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((all, value) => all + value, 0) / values.length;
}

/** Returns the middle value, or the mean of the middle two; 0 of none. */
export function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/**
 * Returns a bound that the next value does not exceed, with this chance. Of `n` values it is the one at place
 * (n + 1) × chance, which makes up for small numbers; at most it is the largest.
 */
export function boundOf(values: readonly number[], chance: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.ceil((sorted.length + 1) * chance), sorted.length) - 1] ?? 0;
}
