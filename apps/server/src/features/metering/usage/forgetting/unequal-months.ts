import type { Currency } from '@usance/money/currency';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { hashTotalSql, hashTotals } from '../moving/hash-total.ts';

/** A month of a contract, and the usage that was acknowledged in it. */
export interface UsageMonth {
  readonly contractId: string;
  readonly month: string;
}

/** A month with other stored rows than were acknowledged. */
export interface UnequalMonth extends UsageMonth {
  readonly rows: string;
  readonly stored: string;
}

/**
 * Returns those of the given months that are not stored as they were acknowledged, by the number of their records and
 * their hash total. The months are so old that their keys are gone; nothing of them is on its way.
 */
export async function unequalMonths(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  months: readonly UsageMonth[],
): Promise<UnequalMonth[]> {
  const acknowledged = await acknowledgedIn(db, months);
  const stored = await storedIn(clickhouse, acknowledged);
  return acknowledged.flatMap(({ contractId, month, rows, hash }) => {
    const found = stored.get(monthKeyOf({ contractId, month })) ?? { rows: '0', hash: '0' };
    return found.rows === rows && found.hash === hash ? [] : [{ contractId, month, rows, stored: found.rows }];
  });
}

interface Acknowledged extends UsageMonth {
  readonly currency: Currency;
  readonly rows: string;
  readonly hash: string;
}

/** The sums of all batches of these months, whether their rows are kept or not. */
async function acknowledgedIn(db: Db, months: readonly UsageMonth[]): Promise<Acknowledged[]> {
  const { rows } = await sql<Acknowledged>`
    select contract.id as "contractId", given.month, currency,
      (coalesce(forgotten.rows, 0) + kept.rows)::text as rows,
      mod(coalesce(forgotten.hash_total, 0) + kept.hash_total, ${sql.lit(hashTotals)}::numeric)::text as hash
    from unnest(${months.map(({ contractId }) => contractId)}::text[], ${months.map(({ month }) => month)}::text[])
        as given (contract_id, month)
      join contract on contract.id = given.contract_id
      left join forgotten_batches as forgotten
        on forgotten.contract_id = given.contract_id and forgotten.month = given.month,
      lateral (
        select coalesce(sum(batch.rows), 0) as rows, coalesce(sum(batch.hash_total), 0) as hash_total
        from usage_batch as batch
        where batch.contract_id = given.contract_id and batch.month = given.month and batch.keys_dropped_at is not null
          and batch.again_of is null) as kept`.execute(db);
  return rows;
}

interface Stored {
  readonly contractId: string;
  readonly utc: string;
  readonly chinese: string;
  readonly rows: string;
  readonly hash: string;
}

/** Measures the stored months, by `monthKeyOf`. Groups by the month in both zones; the contract decides which applies. */
async function storedIn(
  clickhouse: ClickHouse,
  months: readonly Acknowledged[],
): Promise<ReadonlyMap<string, Pick<Stored, 'rows' | 'hash'>>> {
  const ranges = months.map(({ month, currency }) => rangeOf(parseBillingMonth(month), billingZoneOf(currency)));
  const zoneOf = new Map(months.map(({ contractId, currency }) => [contractId, billingZoneOf(currency)]));
  const rows = await clickhouse.query<Stored>(
    `SELECT contract_id AS contractId, ${monthSql('UTC')} AS utc, ${monthSql('Asia/Shanghai')} AS chinese,
       count() AS rows, ${hashTotalSql} AS hash
     FROM usage_record
     WHERE contract_id IN {contracts:Array(String)} AND bill_at >= {from:DateTime('UTC')} AND bill_at < {until:DateTime('UTC')}
     GROUP BY contractId, utc, chinese`,
    {
      contracts: [...zoneOf.keys()],
      from: Math.min(...ranges.map(({ start }) => start)) / 1_000,
      until: Math.max(...ranges.map(({ end }) => end)) / 1_000,
    },
  );
  const byMonth = Map.groupBy(rows, ({ contractId, utc, chinese }) => {
    return monthKeyOf({ contractId, month: zoneOf.get(contractId) === 'Asia/Shanghai' ? chinese : utc });
  });
  return new Map([...byMonth].map(([key, parts]) => [key, summed(parts)]));
}

const monthSql = (zone: BillingZone) => `formatDateTime(bill_at, '%Y-%m', '${zone}')`;

const monthKeyOf = ({ contractId, month }: UsageMonth) => `${contractId} ${month}`;

function summed(parts: readonly Stored[]): Pick<Stored, 'rows' | 'hash'> {
  return {
    rows: String(parts.reduce((all, { rows }) => all + BigInt(rows), 0n)),
    hash: String(parts.reduce((all, { hash }) => all + BigInt(hash), 0n) % BigInt(hashTotals)),
  };
}
