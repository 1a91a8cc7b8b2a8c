import { isRest, type SeriesId } from './series.ts';

const steps = 8;

/** The permanent colours of the standard products and clouds, by id; no two of one kind share one. */
const fixed: ReadonlyMap<string, number> = new Map([
  ['product:compute', 1],
  ['product:storage', 3],
  ['product:network', 5],
  ['product:backup', 4],
  ['product:cache', 2],
  ['product:teleport', 7],
  ['cloud:aws', 2],
  ['cloud:azure', 1],
  ['cloud:alibabacloud', 5],
  ['cloud:tencentcloud', 3],
  ['cloud:huaweicloud', 8],
  ['cloud:volcengine', 4],
  ['cloud:onpremise', 6],
  ['total:consumption', 1],
  ['cash:free', 6],
  ['cash:frozen', 4],
]);

const given = new Map<string, number>();

/**
 * Returns the colour step of a series by its id, 1 to 8: the same on every screen and in each language for the life of
 * the page. An unknown id gets the step least used in its kind (the part before the colon), so that up to eight of a
 * kind differ. Among those, a region takes a step of its own cloud or of none: charts of clouds and regions are
 * shown side by side.
 */
function colourStep(id: SeriesId): number {
  const known = fixed.get(id.toLowerCase()) ?? given.get(id);
  if (known !== undefined) return known;
  const kind = id.slice(0, id.indexOf(':') + 1);
  const taken = [...fixed, ...given].filter(([other]) => other.startsWith(kind)).map(([, step]) => step);
  const avoided = kind === 'region:' ? stepsOfOtherClouds(id) : [];
  const uses = (step: number) => taken.filter((other) => other === step).length + (avoided.includes(step) ? 0.5 : 0);
  const wanted = hash(id) % steps;
  const step = Array.from({ length: steps }, (_, offset) => ((wanted + offset) % steps) + 1).reduce((best, next) =>
    uses(next) < uses(best) ? next : best,
  );
  given.set(id, step);
  return step;
}

/** Returns the steps of the clouds that a region, such as `region:aws us-east-1`, is not in. */
function stepsOfOtherClouds(region: SeriesId): number[] {
  const own = region.toLowerCase().replace(/^region:(\S*).*$/, 'cloud:$1');
  return [...fixed].filter(([id]) => id.startsWith('cloud:') && id !== own).map(([, step]) => step);
}

export function colourOf(id: SeriesId): string {
  return isRest(id) ? 'var(--u-chart-rest)' : `var(--u-chart-${colourStep(id)})`;
}

/** The pattern over the colour, for paper and forced colours. */
export function patternOf(id: SeriesId): string {
  return isRest(id) ? 'url(#u-pattern-0)' : `url(#u-pattern-${colourStep(id)})`;
}

// FNV-1a: short, and spreads short texts well.
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state;
}
