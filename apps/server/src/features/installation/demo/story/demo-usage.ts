import { createHash } from 'node:crypto';
import { dayOf, rangeOfDay } from '@usance/period/day';
import { dayMs, hourMs, instantOf } from '@usance/period/instant';
import { type DemoDatacloud, type DemoWarehouse, demoZones } from './demo-datacloud.ts';
import { growthPerMille, noise, runningPerMille, thousandths } from './demo-rhythm.ts';

/** A record of the demonstration's meters, as in POST /usages without the ids of contract and data cloud. */
interface DemoRecord {
  readonly id: string;
  readonly objectId: string;
  readonly objectName: string;
  readonly resourceKind: 'warehouse' | 'database' | 'backup' | 'cache';
  readonly billingItem: string;
  readonly tier: string;
  readonly unit: string;
  readonly quantity: string;
  readonly start: string;
  readonly end: string;
}

interface DemoWindow {
  readonly from: Date;
  readonly to: Date;
  /** Whole months since the demonstration began. */
  readonly monthsSince: number;
  /** Two days in which one warehouse was left running on a mistaken size. */
  readonly anomaly: { readonly warehouse: string; readonly from: Date; readonly to: Date };
}

/**
 * Yields the usage of one data cloud in a window: compute by the hour, the rest by the day of its contract's zone, in
 * the window where that day ends. The same window always gives the same records.
 */
export function* demoUsage(datacloud: DemoDatacloud, window: DemoWindow): Generator<DemoRecord> {
  for (let at = window.from.getTime(); at < window.to.getTime(); at += hourMs) {
    const hour = new Date(at);
    for (const warehouse of datacloud.warehouses) {
      const record = computeRecord(datacloud, warehouse, hour, window);
      if (record) yield record;
    }
    const day = dayThatEndsWith(hour, datacloud, window);
    if (day) yield* dailyRecords(datacloud, day, window);
  }
}

interface DemoDay {
  readonly from: Date;
  readonly to: Date;
  /** The date in the contract's zone. */
  readonly date: Date;
}

/** Returns the day whose last hour this is, from its midnight or from the data cloud's creation. */
function dayThatEndsWith(hour: Date, { contract, bornInMonth }: DemoDatacloud, window: DemoWindow) {
  const zone = demoZones[contract];
  const day = dayOf(instantOf(hour), zone);
  const { start, end } = rangeOfDay(day, zone);
  if (hour.getTime() + hourMs !== end) return undefined;
  const beginning = window.monthsSince === bornInMonth ? window.from.getTime() : start;
  return { from: new Date(Math.max(start, beginning)), to: new Date(end), date: new Date(`${day}T00:00:00Z`) };
}

function computeRecord(datacloud: DemoDatacloud, warehouse: DemoWarehouse, hour: Date, window: DemoWindow) {
  const grown = growthPerMille(datacloud.growthPerCent, window.monthsSince, hour.getUTCDate());
  const perMille = runningPerMille(warehouse, hour, grown);
  const { anomaly } = window;
  const mistaken = warehouse.name === anomaly.warehouse && hour >= anomaly.from && hour < anomaly.to;
  const coreHourThousandths = mistaken ? warehouse.cores * 6 * 1_000 : warehouse.cores * perMille;
  if (coreHourThousandths === 0) return undefined;
  return {
    ...named(datacloud, warehouse.name, 'warehouse', `compute.${warehouse.series}`, hour),
    billingItem: `compute.${warehouse.series}-series`,
    tier: '',
    unit: 'core-hour',
    quantity: thousandths(coreHourThousandths),
    start: hour.toISOString(),
    end: new Date(hour.getTime() + hourMs).toISOString(),
  };
}

function* dailyRecords(datacloud: DemoDatacloud, { from, to, date }: DemoDay, window: DemoWindow) {
  const grown = growthPerMille(datacloud.growthPerCent, window.monthsSince, date.getUTCDate());
  const ofDay = (total: number) => Math.trunc((total * (to.getTime() - from.getTime())) / dayMs);
  const daily = (
    object: string,
    kind: DemoRecord['resourceKind'],
    meter: { item: string; tier: string; unit: string; thousandths: number },
  ): DemoRecord => ({
    ...named(datacloud, object, kind, `${meter.item}.${meter.tier}`, from),
    billingItem: meter.item,
    tier: meter.tier,
    unit: meter.unit,
    quantity: thousandths(ofDay(Math.trunc(meter.thousandths))),
    start: from.toISOString(),
    end: to.toISOString(),
  });
  const gbHours = (gb: number) => gb * 24 * grown;
  yield daily('tables', 'database', {
    item: 'storage',
    tier: 'hot',
    unit: 'GB-hour',
    thousandths: gbHours(datacloud.hotGB),
  });
  yield daily('wal', 'database', {
    item: 'storage',
    tier: 'wal',
    unit: 'GB-hour',
    thousandths: gbHours(datacloud.hotGB / 50),
  });
  if (datacloud.backupGB > 0) {
    yield daily('snapshots', 'backup', {
      item: 'backup',
      tier: 'remote',
      unit: 'GB-hour',
      thousandths: gbHours(datacloud.backupGB),
    });
  }
  const weekday = date.getUTCDay() % 6 === 0 ? 45 : 100;
  const egress = Math.trunc(
    (datacloud.egressGBPerDay * grown * weekday * (800 + noise(`${datacloud.name} ${to.toISOString()}`) / 2)) / 100_000,
  );
  yield daily('egress', 'database', { item: 'network', tier: 'export.public', unit: 'GB', thousandths: egress });
  if (datacloud.cache) {
    yield daily('result_cache', 'cache', { item: 'cache', tier: datacloud.cache, unit: 'hour', thousandths: 24_000 });
  }
}

function named(datacloud: DemoDatacloud, object: string, kind: DemoRecord['resourceKind'], meter: string, at: Date) {
  const objectId = `${kind}-${createHash('sha256').update(`${datacloud.name}/${object}`).digest('hex').slice(0, 10)}`;
  return {
    id: `${datacloud.name}/${object}/${meter}/${at.toISOString()}`,
    objectId,
    objectName: object,
    resourceKind: kind,
  };
}
