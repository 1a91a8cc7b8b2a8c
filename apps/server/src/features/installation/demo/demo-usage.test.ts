import { billingMonthOf } from '@usance/period/billing-month';
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

  it('has one anomaly that stands out', () => {
    const hours = records.filter((record) => record.objectName === 'orders_wh');
    const at = (instant: string) => Number(hours.find((record) => record.start === instant)?.quantity);
    expect(at('2026-09-03T03:00:00.000Z')).toBeGreaterThan(4 * at('2026-09-02T10:00:00.000Z'));
  });

  it('writes quantities as plain decimals', () => {
    expect(records.every((record) => /^\d+\.\d{3}$/.test(record.quantity))).toBe(true);
  });

  it('lies in one billing month of its contract, record by record, and a day that is cut comes to what it was', () => {
    const month = { ...window, to: new Date('2026-10-01T00:00:00Z') };
    for (const datacloud of demoDataclouds) {
      const all = [...demoUsage(datacloud, month)];
      const zone = demoZones[datacloud.contract];
      for (const { start, end } of all)
        expect(billingMonthOf(instant(start), zone)).toBe(billingMonthOf((instant(end) - 1) as Instant, zone));
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const hours = (day: string) =>
        all
          .filter(({ billingItem, start }) => billingItem === 'cache' && start.startsWith(day))
          .reduce((sum, { quantity }) => sum + Number(quantity), 0);
      if (datacloud.cache) expect([hours('2026-09-29'), hours('2026-09-30')]).toEqual([24, 24]);
    }
  });
});
