import { formatDecimal } from '@usance/money/decimal';
import { describe, expect, it } from 'vitest';
import { anomaliesOf } from './anomalies.ts';

/** Days of 100 from Monday to Friday and 40 at weekends. */
const weekly = (days: number): number[] => Array.from({ length: days }, (_, day) => (day % 7 < 5 ? 100 : 40));
const found = (days: readonly number[]) =>
  anomaliesOf(days.map(String)).map(({ index, expected }) => [index, Number(formatDecimal(expected))]);

describe('the unusual days of a series', () => {
  it('are those that differ by over a fifth of the level from a steady pattern', () => {
    const days = weekly(70);
    days[64] = 125;
    expect(found(days)).toEqual([[64, expect.closeTo(100, 0)]]);
    days[64] = 115;
    expect(found(days)).toEqual([]);
  });

  it('are low days as well, and a weekend is judged as a weekend', () => {
    const days = weekly(70);
    days[63] = 40;
    days[68] = 100;
    expect(found(days).map(([index]) => index)).toEqual([63, 68]);
  });

  it('are none in the first six weeks of usage, however long nothing was used before', () => {
    const days = [...weekly(49).map(() => 0), ...weekly(70)];
    const [early, late] = [49 + 41, 49 + 43];
    days[early] = 300;
    expect(found(days)).toEqual([]);
    days[early] = 100;
    days[late] = 300;
    expect(found(days).map(([index]) => index)).toEqual([late]);
  });

  it('are few when a level rises for good: it becomes usual within two weeks', () => {
    const days = weekly(140).map((cost, day) => (day < 70 ? cost : cost * 2));
    const indexes = found(days).map(([index = 0]) => index);
    expect(indexes[0]).toBe(70);
    expect(Math.max(...indexes)).toBeLessThan(84);
  });

  it('stand out of noise, and noise alone has few', () => {
    let seed = 7;
    const noise = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const days = weekly(400).map((cost) => Math.round(cost * (80 + noise() * 40)));
    expect(found(days).length).toBeLessThanOrEqual(4);
    const odd = days.map((cost, day) => (day === 300 ? cost * 2 + 7_000 : cost));
    expect(found(odd).map(([index]) => index)).toContain(300);
  });

  it('are none without usage, and the first usage after a pause is one', () => {
    expect(found([])).toEqual([]);
    expect(found(weekly(60).map(() => 0))).toEqual([]);
    const days = [...weekly(70), ...weekly(63).map(() => 0), 500];
    expect(found(days).at(-1)?.[0]).toBe(133);
  });
});
