import type { Deps } from '#platform/context/context.ts';
import { recordHashSql } from './moving/hash-total.ts';

type Engines = Pick<Deps, 'clickhouse'>;

const mostReported = 20;

/**
 * Yields a sentence for each record that is stored twice within an hour of a contract, up to twenty. Copies in another
 * hour show up as wrong records of their batch.
 * Reads the table once in its own order, one hour of a contract at a time, with constant memory. Hashes select the
 * hours, and the records of those are compared.
 */
export async function* verifyDuplicates({ clickhouse }: Engines): AsyncGenerator<string> {
  const hours = await clickhouse.query<Hour>(
    `SELECT contract_id, toString(toUnixTimestamp(bill_at)) AS seconds FROM usage_record GROUP BY contract_id, bill_at
     HAVING count() > uniqExact(${recordHashSql}) ORDER BY contract_id, bill_at LIMIT {most:UInt32}`,
    { most: mostReported },
    { optimize_aggregation_in_order: 1 },
  );
  let left = mostReported;
  for (const hour of hours) {
    const doubled = await doubledIn({ clickhouse }, hour, left);
    yield* doubled;
    left -= doubled.length;
    if (left === 0) return;
  }
}

interface Hour {
  readonly contract_id: string;
  readonly seconds: string;
}

async function doubledIn({ clickhouse }: Engines, hour: Hour, most: number): Promise<string[]> {
  const rows = await clickhouse.query<{ source: string; usage_id: string; times: string }>(
    `SELECT source, usage_id, count() AS times FROM usage_record
     WHERE contract_id = {contractId:String} AND bill_at = toDateTime({seconds:UInt32}, 'UTC')
     GROUP BY source, usage_id HAVING times > 1 ORDER BY source, usage_id LIMIT {most:UInt32}`,
    { contractId: hour.contract_id, seconds: Number(hour.seconds), most },
  );
  return rows.map(
    ({ source, usage_id, times }) =>
      `${hour.contract_id}: the record ${JSON.stringify(usage_id)} of ${JSON.stringify(source)} is stored ${times} times`,
  );
}
