import type { Span } from './stack.ts';

/** Draws one series as one path. Each bar is 1 px shorter than its value, so that stacked bars stay apart. */
export function barsPath(
  spans: readonly Span[],
  middle: (index: number) => number,
  y: (value: number) => number,
  width: number,
): string {
  let path = '';
  for (const [index, { from, to }] of spans.entries()) {
    if (from === to) continue;
    const top = Math.min(y(from), y(to));
    const tall = Math.max(Math.abs(y(from) - y(to)) - 1, 0.5);
    path += `M${(middle(index) - width / 2).toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${tall.toFixed(1)}h${(-width).toFixed(1)}Z`;
  }
  return path;
}
