import type { CallReply } from '@usance/api/call';
import { datacloudId as datacloudIds } from '@usance/api/contract/datacloud';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { usages } from '@usance/api/metering/usage';
import { billingMonthOf } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { newId } from '#platform/ids.ts';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { countUsedDays, usedDaysOf } from '../billing-day/used-days.ts';
import { coreHour } from '../sku/sku.fixture.ts';
import { drawBatches, storeBatches } from './accepting/store-batches.ts';
import { flushUsage } from './moving/flush-usage.ts';
import { recordHashOf } from './moving/hash-total.ts';
import { insertUsageBatch } from './moving/insert-usage-batch.ts';
import { ownText } from './payload/own-usage.ts';
import type { UsageRecordRow } from './payload/usage-record-row.ts';

export const place = { cloudProvider: 'aws', region: 'us-east-1', edition: 'ENTERPRISE' } as const;

/** Sells a core-hour in `place` from 2025 on; returns the SKU's id. */
export async function sellCoreHours(app: TestApp, billingItem: string, unitPrice: string): Promise<string> {
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [coreHour(billingItem)] } });
  const skuId = items[0]?.id ?? '';
  await priceFrom(app, skuId, unitPrice, '2025-01-01T00:00:00Z');
  return skuId;
}

/** Creates a version of a list price. */
export async function priceFrom(
  app: TestApp,
  skuId: string,
  unitPrice: string,
  effectiveFrom: string,
  currency: 'USD' | 'CNY' = 'USD',
): Promise<void> {
  const price = { skuId, currency, unitPrice, priceUnit: 'core-hour', effectiveFrom };
  await internalCaller(app).call(prices.create, { body: { items: [price] } });
}

export interface Metered {
  readonly contractId: string;
  readonly datacloudId: string;
}

/** A contract with one running data cloud in `place`, signed on 1 September 2026 or the given date. */
export async function meteredContract(
  app: TestApp,
  currency: 'USD' | 'CNY' = 'USD',
  signDate = '2026-09-01T00:00:00Z',
): Promise<Metered> {
  const { id: contractId } = await contract(app, { signDate, currency });
  const datacloudId = newId(datacloudIds);
  await app.deps.db
    .insertInto('datacloud')
    .values({
      contract_id: contractId,
      id: datacloudId,
      name: `lake_${datacloudId.slice(3, 11)}`,
      state: 'RUNNING',
      edition: place.edition,
      cloud: place.cloudProvider,
      region: place.region,
      region_id: 'aws-us-east-1',
      region_name: 'N. Virginia',
      region_url: 'https://example.com',
      creator: 'test',
      created_at: app.clock.now(),
    })
    .execute();
  return { contractId, datacloudId };
}

let count = 0;

/** A record of one core-hour with its own id. A test overrides the fields that matter to it. */
export function usageOf({ contractId, datacloudId }: Metered, given: Record<string, unknown> = {}) {
  count += 1;
  const object = { objectId: 'wh-1', objectName: 'etl', resourceKind: 'warehouse', billingItem: 'compute.r' };
  const hour = { start: '2026-10-10T10:00:00Z', end: '2026-10-10T11:00:00Z' };
  return { id: `u-${count}`, contractId, datacloudId, ...object, quantity: '1', unit: 'core-hour', ...hour, ...given };
}

/** A record of usage in an hour given as `2026-10-10T11`; a negative quantity is a correction. */
export const usedIn = (metered: Metered, hour: string, quantity: string) =>
  usageOf(metered, { start: `${hour}:00:00Z`, end: `${hour}:59:00Z`, quantity, correction: quantity.startsWith('-') });

/** The start and end of an hour on a day. */
export const hourOn = (day: string) => ({ start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` });

/** Sends lines (records or texts) as one report. */
export function reportUsage(app: TestApp, lines: readonly unknown[]): Promise<CallReply<typeof usages.ingest>> {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return internalCaller(app).call(usages.ingest, { body });
}

/** Like `reportUsage`, and moves a small report at once, as the server does within a minute. */
export async function sendUsage(app: TestApp, lines: readonly unknown[]): Promise<CallReply<typeof usages.ingest>> {
  const { db } = app.deps;
  const last = db.selectFrom('usage_batch').select((eb) => eb.fn.coalesce(eb.fn.max('batch_no'), eb.lit(0)).as('no'));
  const { no } = await last.executeTakeFirstOrThrow();
  const reply = await reportUsage(app, lines);
  const untried = db.selectFrom('usage_batch').select('batch_no').where('batch_no', '>', String(no));
  const batches = (await untried.where('claimed_until', 'is', null).execute()).map(({ batch_no }) => batch_no);
  await flushUsage(app.deps, { batches }).catch(() => {});
  return reply;
}

/**
 * The rows that the usage database has of a contract: their number, the number of distinct ones, and their exact sum.
 */
export async function stored(app: TestApp, contractId: string) {
  const [row] = await app.deps.clickhouse.query<{ rows: string; ids: string; quantity: string }>(
    `SELECT count() AS rows, uniqExact(source, usage_id) AS ids, sum(quantity) AS quantity FROM usage_record
     WHERE contract_id = {contractId:String}`,
    { contractId },
  );
  return { rows: Number(row?.rows), ids: Number(row?.ids), quantity: row?.quantity };
}

/** Stores rows as if they were accepted: counted and moved to the usage database, but without marks. */
export async function acknowledged(app: TestApp, contractId: string, rows: readonly UsageRecordRow[]): Promise<void> {
  const { currency } = await getContract(app.deps.db, contractId);
  const zone = billingZoneOf(currency);
  const monthOf = (row: UsageRecordRow) => billingMonthOf(instant(row.bill_at), zone);
  await app.deps.db.transaction().execute(async (tx) => {
    const numbers = await drawBatches(tx, rows.map(monthOf));
    const usage = rows.map((row) => {
      const [day, month] = [dayOf(instant(row.bill_at), zone), monthOf(row)];
      const recordHash = recordHashOf(row.source, row.usage_id);
      const { usage_id: id, object_id: objectId, object_name: objectName, quantity, ...shared } = row;
      const kept = { shared: JSON.stringify(shared), own: ownText({ id, objectId, objectName, quantity }) };
      return { contractId, day, month, quantity, recordHash, batchNo: numbers.get(month) ?? '', ...kept };
    });
    await storeBatches(tx, usage, app.clock.now());
    await countUsedDays(tx, usedDaysOf(usage));
  });
  await flushUsage(app.deps, { contractId });
}

/** Stores rows in the usage database under a batch number, without any trace in PostgreSQL. */
export function batchStored(ch: ClickHouse, no: bigint, rows: readonly UsageRecordRow[]): Promise<void> {
  const batch = { contractId: rows[0]?.contract_id ?? '', no, id: '00000000-0000-0000-0000-000000000000' };
  return insertUsageBatch(ch, batch, rows, { isTried: true, mayWrite: async () => {} });
}
