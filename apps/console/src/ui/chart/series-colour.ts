import { restName } from './series.ts';

const steps = 8;

/** What every installation sells and where has its colour for good; no two of one kind share one. */
const fixed: Readonly<Record<string, number>> = {
  compute: 1,
  storage: 3,
  network: 5,
  backup: 4,
  cache: 2,
  teleport: 7,
  aws: 2,
  azure: 1,
  'alibaba cloud': 5,
  'tencent cloud': 3,
  'huawei cloud': 8,
  volcengine: 4,
  'on-premise': 6,
};

const given = new Map<string, number>();

/**
 * The colour step of a name, 1 to 8, the same on every screen for as long as the page lives. A name without a fixed one
 * takes the step that fewest others have, so that neighbours differ.
 */
export function colourStep(name: string): number {
  const known = fixed[name.toLowerCase()] ?? given.get(name);
  if (known !== undefined) return known;
  const wanted = hash(name.toLowerCase()) % steps;
  const uses = (step: number) => [...given.values()].filter((other) => other === step).length;
  const step = Array.from({ length: steps }, (_, offset) => ((wanted + offset) % steps) + 1).reduce((best, next) =>
    uses(next) < uses(best) ? next : best,
  );
  given.set(name, step);
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
