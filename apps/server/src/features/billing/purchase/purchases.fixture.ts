import type { Contract } from '@usance/api/contract/contract';
import { contract, member } from '#testing/builders.ts';
import type { Caller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type RatedRow, rowsRated } from './rated-rows.fixture.ts';

const start = Date.parse('2026-10-01T00:00:00Z');
const end = Date.parse('2026-11-01T00:00:00Z');
export const october = { start, end };

const compute: RatedRow = { bill_at: '2026-10-01T00:00:00Z', amount: '0.000000000001' };
const storage: RatedRow = {
  bill_at: '2026-10-01T05:00:00Z',
  sku_no: 2,
  product: 'Storage',
  type: 'Database',
  sub_type: 'hot, public',
  billing_item: 'storage.hot',
  datacloud_id: 'dc-bbbb',
  datacloud_name: 'archive',
  cloud_provider: 'azure',
  region: 'eu-west-1',
  edition: 'BUSINESSCRITICAL',
  object_id: 'db-1',
  object_name: '=SUM(A1)',
  consumption: '720.5',
  consumption_unit: 'GB-hour',
  list_price: '0.000031944444',
  price_unit: 'USD/GB-month',
  zhekou: '0.85',
  amount: '123456789.123456789012',
};
/** The rows of October that a reader finds. */
export const rows: readonly RatedRow[] = [
  compute,
  storage,
  { ...compute, bill_at: '2026-10-03T23:00:00Z', amount: '7.1', object_id: 'wh-2', object_name: 'bi, "nightly"' },
  { ...compute, bill_at: '2026-10-03T10:00:00Z', amount: '0', chargeable: 0 },
  { ...compute, bill_at: '2026-10-10T10:00:00Z', amount: '-2.000000000003', consumption: '-2', adjustment: 1 },
];

/** A contract with these rows in October, among others that a read must not find, and its reader. */
export async function startWithPurchases(): Promise<{ app: TestApp; acme: Contract; reader: Caller }> {
  const app = await startTestApp({
    now: '2026-10-15T12:30:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
  const acme = await contract(app, { tags: '顶峰 "Acme"' });
  const reader = await member(app, acme.id, 'billing_viewer');
  await rowsRated(app, acme.id, 'UTC', [
    ...rows,
    { bill_at: '2026-09-30T23:00:00Z' },
    { bill_at: '2026-11-01T00:00:00Z' },
  ]);
  await app.deps.clickhouse.command(
    'INSERT INTO purchase SELECT * REPLACE (999999 AS run_no) FROM purchase WHERE contract_id = {id:String}',
    { id: acme.id },
  );
  const other = await contract(app);
  await rowsRated(app, other.id, 'UTC', [{ ...compute, product: 'Not yours' }]);
  return { app, acme, reader };
}

/** Parses the data lines of a CSV of ours, in which no cell contains a line break. */
export function cellsOf(csv: string): string[][] {
  const lines = csv.trimEnd().split('\n').slice(1);
  return lines.map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(unquoted));
}
function unquoted([, quoted, plain]: RegExpMatchArray): string {
  return quoted?.replaceAll('""', '"') ?? plain ?? '';
}
