/**
 * Returns the position of an amount on the screen. Only here does an amount become a JS number, for pixels: the result
 * must never be written, summed or sent.
 */
export function plotValue(amount: string): number {
  return Number(amount);
}
