/** A linear mapping between two intervals, such as amounts to pixels. The source interval is not empty. */
export interface LinearScale {
  (value: number): number;
  invert: (at: number) => number;
}

export type Stretch = readonly [from: number, to: number];

export function linearScale([low, high]: Stretch, [from, to]: Stretch): LinearScale {
  const slope = (to - from) / (high - low);
  return Object.assign((value: number) => from + (value - low) * slope, {
    invert: (at: number) => low + (at - from) / slope,
  });
}

/**
 * Returns about four round marks, with a step of 1, 2 or 5 times a power of ten. They enclose `low` and `high`, and
 * `low` must be less than `high`.
 */
export function roundMarks(low: number, high: number): number[] {
  // Widening to round marks may need a wider step, and so wider marks: a few rounds suffice.
  let [first, last, step] = [low, high, 0];
  for (let wider = roundStep(last - first); wider !== step; wider = roundStep(last - first)) {
    step = wider;
    [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  }
  const count = Math.round((last - first) / step);
  // For steps below one, division is exact where multiplication is not: 3 / 10 is 0.3, 3 × 0.1 is not.
  const inverse = Math.round(1 / step);
  const start = Math.round(first / step);
  return Array.from({ length: count + 1 }, (_, index) =>
    step < 1 ? (start + index) / inverse : (start + index) * step,
  );
}

const marks = 4;

function roundStep(span: number): number {
  const rough = span / marks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const ratio = rough / power;
  if (ratio >= Math.sqrt(50)) return power * 10;
  if (ratio >= Math.sqrt(10)) return power * 5;
  return ratio >= Math.SQRT2 ? power * 2 : power;
}
