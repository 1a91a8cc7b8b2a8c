import { daysOf, parseBillingMonth } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { type Instant, instant } from '@usance/period/instant';
import { describe, expect, it } from 'vitest';
import { demoDataclouds, demoZones } from './demo-datacloud.ts';
import { demoUsage } from './demo-usage.ts';

const [shop] = demoDataclouds;
const window = {
  from: new Date('2026-09-01T00:00:00Z'),
  to: new Date('2026-09-08T00:00:00Z'),
  monthsSince: 3,
  anomaly: { warehouse: 'orders_wh', from: new Date('2026-09-03T00:00:00Z'), to: new Date('2026-09-05T00:00:00Z') },
};

describe('demoUsage', () => {
  const records = shop ? [...demoUsage(shop, window)] : [];

  it('meters everything once: no two records share an id', () => {
    expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
  });

  it('is the same when it is made again', () => {
    expect(shop && [...demoUsage(shop, window)]).toEqual(records);
  });

  it('has one clear anomaly', () => {
    const hours = records.filter((record) => record.objectName === 'orders_wh');
    const at = (instant: string) => Number(hours.find((record) => record.start === instant)?.quantity);
    expect(at('2026-09-03T03:00:00.000Z')).toBeGreaterThan(4 * at('2026-09-02T10:00:00.000Z'));
  });

  it('writes quantities as plain decimals', () => {
    expect(records.every((record) => /^\d+\.\d{3}$/.test(record.quantity))).toBe(true);
  });

  it('has each record within one day of its contract, and meters every day completely', () => {
    const month = { ...window, to: new Date('2026-10-01T00:00:00Z') };
    for (const datacloud of demoDataclouds) {
      const all = [...demoUsage(datacloud, month)];
      const zone = demoZones[datacloud.contract];
      const days = daysOf(parseBillingMonth('2026-09'));
      for (const { start, end } of all)
        expect(dayOf(instant(start), zone)).toBe(dayOf((instant(end) - 1) as Instant, zone));
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const stored = all.filter(({ objectName }) => objectName === 'tables');
      expect(stored.map(({ start }) => dayOf(instant(start), zone))).toEqual(days);
      if (!datacloud.cache || datacloud.bornInMonth === month.monthsSince) continue;
      const cached = all.filter(({ billingItem }) => billingItem === 'cache');
      expect(cached.map(({ quantity }) => quantity)).toEqual(days.map(() => '24.000'));
    }
  });

  it('begins with its data cloud, for the rest of that day', () => {
    const live = demoDataclouds.find(({ name }) => name === 'weather_live');
    const born = { ...window, monthsSince: 2 };
    const [first, second] = live ? [...demoUsage(live, born)].filter(({ billingItem }) => billingItem === 'cache') : [];
    expect([first?.start, first?.end, first?.quantity]).toEqual([
      '2026-09-01T00:00:00.000Z',
      '2026-09-01T16:00:00.000Z',
      '16.000',
    ]);
    expect([second?.start, second?.quantity]).toEqual(['2026-09-01T16:00:00.000Z', '24.000']);
  });
});
