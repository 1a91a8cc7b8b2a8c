import { restId } from './series.ts';

const steps = 8;

/** What every installation sells and where has its colour for good, by id; no two of one kind share one. */
const fixed: Readonly<Record<string, number>> = {
  compute: 1,
  storage: 3,
  network: 5,
  backup: 4,
  cache: 2,
  teleport: 7,
  aws: 2,
  azure: 1,
  alibabacloud: 5,
  tencentcloud: 3,
  huaweicloud: 8,
  volcengine: 4,
  onpremise: 6,
};

const given = new Map<string, number>();

/**
 * The colour step of a series by its id, 1 to 8: the same on every screen and in each language for as long as the page
 * lives. An id without a fixed one takes the step that fewest others have, so that neighbours differ.
 */
function colourStep(id: string): number {
  const known = fixed[id.toLowerCase()] ?? given.get(id);
  if (known !== undefined) return known;
  const wanted = hash(id.toLowerCase()) % steps;
  const uses = (step: number) => [...given.values()].filter((other) => other === step).length;
  const step = Array.from({ length: steps }, (_, offset) => ((wanted + offset) % steps) + 1).reduce((best, next) =>
    uses(next) < uses(best) ? next : best,
  );
  given.set(id, step);
  return step;
}

export function colourOf(id: string): string {
  return id === restId ? 'var(--u-chart-rest)' : `var(--u-chart-${colourStep(id)})`;
}

/** The pattern drawn over the colour on paper and where colours are forced. */
export function patternOf(id: string): string {
  return id === restId ? 'url(#u-pattern-0)' : `url(#u-pattern-${colourStep(id)})`;
}

// FNV-1a: short, and spreads short texts well.
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state;
}
