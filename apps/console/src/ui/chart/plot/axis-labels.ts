export interface AxisLabel {
  /** The index of its point. */
  index: number;
  /** The middle of the label. */
  x: number;
}

interface Room {
  labels: readonly string[];
  xOf: (index: number) => number;
  widthOf: (label: string) => number;
  left: number;
  right: number;
}

/**
 * Chooses as many labels as fit, evenly from the first. The last label moves in from the right edge, and the one before
 * it is dropped if they would touch.
 */
export function axisLabels({ labels, xOf, widthOf, left, right }: Room): AxisLabel[] {
  const widths = labels.map(widthOf);
  const step = Math.max(narrowestStep, Math.max(0, ...widths) + gap);
  const every = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor((right - left) / step))));
  const half = (index: number) => (widths[index] ?? 0) / 2;
  const shown = labels.flatMap((_, index) =>
    index % every === 0 ? [{ index, x: Math.min(xOf(index), right - half(index)) }] : [],
  );
  const [before, last] = shown.slice(-2);
  const touches =
    before !== undefined && last !== undefined && last.x - half(last.index) - gap < before.x + half(before.index);
  return touches ? shown.filter((label) => label !== before) : shown;
}

const gap = 12;
const narrowestStep = 64;
