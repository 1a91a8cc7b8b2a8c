import { createHash } from 'node:crypto';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { dayMs, hourMs, instantOf } from '@usance/period/instant';
import { type DemoDatacloud, type DemoWarehouse, demoZones } from './demo-datacloud.ts';
import { growthPerMille, noise, runningPerMille, thousandths } from './demo-rhythm.ts';

/** What the demonstration's meters send: records of POST /usages, less the ids of contract and data cloud. */
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

/** Everything one data cloud uses in a window: compute by the hour, the rest by the UTC day, cut where its contract's month ends. Same window, same records. */
export function* demoUsage(datacloud: DemoDatacloud, window: DemoWindow): Generator<DemoRecord> {
  for (let at = window.from.getTime(); at < window.to.getTime(); at += hourMs) {
    const hour = new Date(at);
    for (const warehouse of datacloud.warehouses) {
      const record = computeRecord(datacloud, warehouse, hour, window);
      if (record) yield record;
    }
    const wholeDay = hour.getUTCHours() === 0 && at + dayMs <= window.to.getTime();
    if (wholeDay) yield* dailyRecords(datacloud, hour, window);
  }
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

function* dailyRecords(datacloud: DemoDatacloud, day: Date, window: DemoWindow): Generator<DemoRecord> {
  const grown = growthPerMille(datacloud.growthPerCent, window.monthsSince, day.getUTCDate());
  const end = new Date(day.getTime() + dayMs).toISOString();
  const parts = partsOf(day, datacloud);
  const daily = (
    object: string,
    kind: DemoRecord['resourceKind'],
    meter: { item: string; tier: string; unit: string; thousandths: number },
  ): DemoRecord[] =>
    parts.map((part) => ({
      ...named(datacloud, object, kind, `${meter.item}.${meter.tier}`, part.from),
      billingItem: meter.item,
      tier: meter.tier,
      unit: meter.unit,
      quantity: thousandths(part.of(Math.trunc(meter.thousandths))),
      start: part.from.toISOString(),
      end: part.to.toISOString(),
    }));
  const gbHours = (gb: number) => gb * 24 * grown;
  yield* daily('tables', 'database', {
    item: 'storage',
    tier: 'hot',
    unit: 'GB-hour',
    thousandths: gbHours(datacloud.hotGB),
  });
  yield* daily('wal', 'database', {
    item: 'storage',
    tier: 'wal',
    unit: 'GB-hour',
    thousandths: gbHours(datacloud.hotGB / 50),
  });
  if (datacloud.backupGB > 0) {
    yield* daily('snapshots', 'backup', {
      item: 'backup',
      tier: 'remote',
      unit: 'GB-hour',
      thousandths: gbHours(datacloud.backupGB),
    });
  }
  const weekday = day.getUTCDay() % 6 === 0 ? 45 : 100;
  const egress = Math.trunc(
    (datacloud.egressGBPerDay * grown * weekday * (800 + noise(`${datacloud.name} ${end}`) / 2)) / 100_000,
  );
  yield* daily('egress', 'database', { item: 'network', tier: 'export.public', unit: 'GB', thousandths: egress });
  if (datacloud.cache) {
    yield* daily('result_cache', 'cache', { item: 'cache', tier: datacloud.cache, unit: 'hour', thousandths: 24_000 });
  }
}

/** The day, or what lies of it before and after the end of a month of its contract, each with its share of the day's total. */
function partsOf(day: Date, { contract }: DemoDatacloud) {
  const [from, to] = [day.getTime(), day.getTime() + dayMs];
  const zone = demoZones[contract];
  const cut = Math.min(rangeOf(billingMonthOf(instantOf(day), zone), zone).end, to);
  const before = (total: number) => Math.trunc((total * (cut - from)) / dayMs);
  const parts = [{ from: day, to: new Date(cut), of: before }];
  if (cut < to) parts.push({ from: new Date(cut), to: new Date(to), of: (total) => total - before(total) });
  return parts;
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
