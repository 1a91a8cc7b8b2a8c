import { restName } from './series.ts';

const steps = 8;
const taken = new Map<string, number>();

/**
 * The colour step of a product, 1 to 8: the same name has the same step on every screen. A name whose own step is held by
 * another takes the next free one, and keeps it for as long as the page lives.
 */
export function colourStep(name: string): number {
  const known = taken.get(name);
  if (known !== undefined) return known;
  const wanted = hash(name.toLowerCase()) % steps;
  const used = new Set(taken.values());
  const free = Array.from({ length: steps }, (_, offset) => ((wanted + offset) % steps) + 1).find(
    (step) => !used.has(step),
  );
  const step = free ?? wanted + 1;
  taken.set(name, step);
  return step;
}

export function colourOf(name: string): string {
  return name === restName ? 'var(--u-chart-rest)' : `var(--u-chart-${colourStep(name)})`;
}

/** The pattern drawn over the colour on paper and where colours are forced. */
export function patternOf(name: string): string {
  return name === restName ? 'url(#u-pattern-0)' : `url(#u-pattern-${colourStep(name)})`;
}

// FNV-1a: short, and spreads short names well.
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state;
}
