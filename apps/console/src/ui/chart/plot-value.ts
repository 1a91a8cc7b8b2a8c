/**
 * Where on the screen an amount is drawn. The only place of the console where an amount becomes a JS number:
 * pixels are not money. Nothing that is written, summed or sent may come from here.
 */
export function plotValue(amount: string): number {
  return Number(amount);
}
