import { sellCoreHours } from '../../apps/server/src/features/metering/usage/metering.fixture.ts';
import { hashTotalSql } from '../../apps/server/src/features/metering/usage/moving/hash-total.ts';
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/client.ts';
import type { TestApp } from '../../apps/server/src/testing/test-app.ts';

export interface Used {
  /** The numbers of the first and the last contract. */
  readonly from: number;
  readonly through: number;
  /** From the first of October; one day, the tenth, if it is not given. */
  readonly days?: number;
  /** The records in each hour of each day. */
  readonly rowsInHour?: number;
}

const skuCount = 5;
const reports = 24;

/** Sells the SKUs that the contracts use. */
export async function sellSkus(app: TestApp): Promise<void> {
  for (let no = 1; no <= skuCount; no += 1) await sellCoreHours(app, `compute.${no}`, `0.0421${no}000000${no}`);
}

/** SQL of PostgreSQL for the id of the contract or data cloud with a number. */
const idSql = (prefix: string) => `'${prefix}-' || translate(lpad(no::text, 10, '0'), '0123456789', 'abcdefghij')`;

/**
 * Inserts contracts with a data cloud each and the usage of whole days, as 24 reports leave it in both databases:
 * acknowledged, counted, marked and moved.
 */
export async function plantUsed(app: TestApp, used: Used): Promise<void> {
  const { from, through } = used;
  await app.ownerScript(`
    create temporary table planted as
      select no, ${idSql('ct')} as id, ${idSql('dc')} as cloud from generate_series(${from}, ${through}) as no;
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select id, id, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'USD', '2026-10-01', '2026-10-01' from planted;
    insert into datacloud (contract_id, id, name, state, edition, cloud, region, region_id, region_name, region_url, creator, created_at)
      select id, cloud, 'lake_' || no, 'RUNNING', 'ENTERPRISE', 'aws', 'us-east-1', 'aws-us-east-1', 'N. Virginia',
        'https://example.com', 'bench', '2026-10-01' from planted;
    drop table planted`);
  await fillUsage(app, used);
  await acknowledge(app, used);
  await app.ownerScript(`
    insert into usage_dirty_day (contract_id, day) select contract_id, day from usage_day on conflict do nothing;
    delete from usage_dirty_day using rated_day
      where rated_day.contract_id = usage_dirty_day.contract_id and rated_day.day = usage_dirty_day.day;
    analyze`);
}

async function fillUsage(app: TestApp, { from, through, days, rowsInHour = 1 }: Used): Promise<void> {
  const skus = await app.deps.db.selectFrom('sku').select('sku_no').orderBy('sku_no', 'desc').limit(skuCount).execute();
  const id = (prefix: string) =>
    `concat('${prefix}-', translate(leftPad(toString(no), 10, '0'), '0123456789', 'abcdefghij'))`;
  const each = 24 * (days ?? 1) * rowsInHour;
  await app.deps.clickhouse.command(
    `INSERT INTO usage_record (contract_id, batch_no, batch_id, source, usage_id, datacloud_id, datacloud_name, object_id, object_name,
       resource_kind, sku_no, quantity, start_at, end_at, bill_at, chargeable)
     SELECT ${id('ct')}, no * ${reports} + hour % ${reports}, toUUID('00000000-0000-0000-0001-000000000000'), 'meter',
       concat('u-', toString(no), '-', toString(number)), ${id('dc')}, 'lake', concat('wh-', toString(hour % 3)),
       concat('warehouse ', toString(hour % 3)), 'warehouse',
       arrayElement({skus:Array(UInt32)}, hour % {skuCount:UInt32} + 1),
       toDecimal128(concat(toString(rand64() % 100), '.', leftPad(toString(rand64(1) % 1000000000000), 12, '0')), 12),
       toDateTime({first:String}, 'UTC') + hour * 3600 AS start, start + 3600, start, 1
     FROM (SELECT number, {from:UInt64} + intDiv(number, {each:UInt64}) AS no, intDiv(number % {each:UInt64}, {rowsInHour:UInt64}) AS hour
       FROM numbers({rows:UInt64}))`,
    {
      skus: skus.map(({ sku_no }) => sku_no),
      skuCount,
      first: days === undefined ? '2026-10-10 00:00:00' : '2026-10-01 00:00:00',
      from,
      each,
      rowsInHour,
      rows: (through - from + 1) * each,
    },
  );
}

/** Counts what is stored, as if it had been acknowledged and moved. */
async function acknowledge(app: TestApp, { from, through }: Used): Promise<void> {
  const batches = await storedBatches(app.deps.clickhouse, { from, through });
  const at = app.deps.clock.now();
  for (let first = 0; first < batches.length; first += atOnce) {
    const values = batches.slice(first, first + atOnce).map((batch) => {
      return { ...batch, month: '2026-10', payload: null, accepted_at: at, moved_at: at };
    });
    await app.deps.db.insertInto('usage_batch').values(values).execute();
  }
  const days = await app.deps.clickhouse.query<{ contract_id: string; day: string; rows: string; quantity: string }>(
    `SELECT contract_id, toString(toDate(bill_at, 'UTC')) AS day, count() AS rows, sum(quantity) AS quantity
     FROM usage_record WHERE batch_no >= {from:UInt64} GROUP BY contract_id, day`,
    { from: from * reports },
  );
  for (let first = 0; first < days.length; first += atOnce)
    await app.deps.db
      .insertInto('usage_day')
      .values(days.slice(first, first + atOnce))
      .execute();
}

const atOnce = 2_000;

function storedBatches(clickhouse: ClickHouse, { from, through }: Used) {
  return clickhouse.query<{ contract_id: string; batch_no: string; id: string; rows: number; hash_total: string }>(
    `SELECT contract_id, batch_no, batch_id AS id, toUInt32(count()) AS rows, toString(${hashTotalSql}) AS hash_total
     FROM usage_record WHERE batch_no >= {from:UInt64} AND batch_no < {until:UInt64}
     GROUP BY contract_id, batch_no, batch_id ORDER BY batch_no`,
    { from: from * reports, until: (through + 1) * reports },
  );
}
