import { describe, expect, it } from 'vitest';
import { growthPerMille, noise, runningPerMille, thousandths } from './demo-rhythm.ts';

const warehouse = { name: 'w', series: 'r', cores: 8, peakPerMille: 900, restPerCent: 30 } as const;
const at = (instant: string) => runningPerMille(warehouse, new Date(instant), 1_000);

describe('the demonstration’s rhythm', () => {
  it('is the same for the same hour, on every machine', () => {
    expect(noise('orders 2026-01-01')).toBe(noise('orders 2026-01-01'));
    expect(noise('orders 2026-01-01')).not.toBe(noise('orders 2026-01-02'));
  });

  it('is busy on a weekday morning and quiet at night and on Sunday', () => {
    const busy = at('2026-10-14T10:00:00Z');
    expect(busy).toBeGreaterThan(2 * at('2026-10-14T23:00:00Z'));
    expect(busy).toBeGreaterThan(2 * at('2026-10-18T10:00:00Z'));
  });

  it('never runs longer than the hour', () => {
    expect(
      runningPerMille({ ...warehouse, restPerCent: 300 }, new Date('2026-10-18T02:00:00Z'), 9_000),
    ).toBeLessThanOrEqual(1_000);
  });

  it('grows by the month', () => {
    expect(growthPerMille(10, 0, 1)).toBe(1_000);
    expect(growthPerMille(10, 2, 1)).toBe(1_210);
  });

  it('writes thousandths as a plain decimal', () => {
    expect([thousandths(0), thousandths(7), thousandths(1_234_567)]).toEqual(['0.000', '0.007', '1234.567']);
  });
});
