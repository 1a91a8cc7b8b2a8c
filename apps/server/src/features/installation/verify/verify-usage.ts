import { sql } from 'kysely';
import { onlyRow } from '../../../platform/clickhouse/answer.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { keyOf, storedBatches, type WrongBatch, wrongBatches } from '../../metering/usage/wrong-batches.ts';
import { verifyUsageDays } from './verify-usage-days.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

const batchesAtOnce = 1_000_000n;
const recordsAtOnce = 10_000_000;
const mostDuplicates = 20;

/**
 * What the usage database holds against what PostgreSQL acknowledged, batch by batch and day by day, and no record twice:
 * one sentence for each batch, day or record that is wrong. Reads only; batches that come in meanwhile are no problem.
 */
export async function verifyUsage(engines: Engines): Promise<string[]> {
  const problems: string[] = [];
  const stored = await engines.clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  const { rows } = await sql<{
    last: string;
  }>`select coalesce(max(batch_no), 0)::text as last from usage_batch`.execute(engines.db);
  const last = [BigInt(onlyRow(stored).last), BigInt(rows[0]?.last ?? 0)].reduce((a, b) => (a > b ? a : b));
  for (let from = 0n; from <= last; from += batchesAtOnce) {
    const scope = { from, until: from + batchesAtOnce };
    problems.push(...(await wrongBatches(engines, scope)).map(toldOf), ...(await strangers(engines, scope)));
  }
  return [
    ...problems,
    ...(await verifyKeys(engines)),
    ...(await verifyUsageDays(engines)),
    ...(await verifyDuplicates(engines)),
  ];
}

function toldOf({ contractId, no, month, rows, stored, isSetAside, isKept, again }: WrongBatch): string {
  const kept = isKept ? 'its rows are kept and can be sent again' : 'its rows are kept nowhere else';
  const state = isSetAside ? 'was set aside, since the usage database refuses it' : 'is not stored as it was';
  return `${contractId}: batch ${no}${month === null ? '' : ` of ${month}`} was acknowledged with ${rows} rows, and the usage database has ${stored}; it ${state}, and ${kept}${again > 0 ? `; ${again} were sent again and are in other batches` : ''}`;
}

/** PostgreSQL last: a batch is there before it is moved, so that none is a stranger that came in between. */
async function strangers(engines: Engines, scope: { from: bigint; until: bigint }): Promise<string[]> {
  const stored = await storedBatches(engines, scope);
  const acknowledged = await engines.db
    .selectFrom('usage_batch')
    .select(['contract_id as contractId', 'batch_no', 'id'])
    .where('batch_no', '>=', String(scope.from))
    .where('batch_no', '<', String(scope.until))
    .execute();
  const known = new Set(
    acknowledged.map(({ contractId, batch_no, id }) => keyOf({ contractId, no: BigInt(batch_no), id })),
  );
  return stored
    .filter((batch) => !known.has(keyOf(batch)))
    .map(({ contractId, no, id, rows }) => {
      return `${contractId}: the usage database has batch ${no} (${id}) of ${rows} rows, which PostgreSQL never acknowledged`;
    });
}

/** Every record that was acknowledged holds its key, or it could be sent, and billed, a second time. */
async function verifyKeys({ db }: Pick<Engines, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s records were acknowledged, and %s keys are held', acknowledged, held) as problem
    from (select coalesce(sum(rows), 0) from usage_batch where again_of is null) as batches (acknowledged),
      (select count(*) from usage_key) as keys (held)
    where acknowledged <> held`.execute(db);
  return rows.map(({ problem }) => problem);
}

/** Some records at a time, by what their ids come to: however many there are, they fit. */
async function verifyDuplicates({ clickhouse }: Pick<Engines, 'clickhouse'>): Promise<string[]> {
  const all = await clickhouse.query<{ rows: string }>('SELECT count() AS rows FROM usage_record');
  const parts = Math.ceil(Number(onlyRow(all).rows) / recordsAtOnce);
  const problems: string[] = [];
  for (let part = 0; part < parts && problems.length < mostDuplicates; part += 1) {
    const rows = await clickhouse.query<{ source: string; usage_id: string; times: string; contract: string }>(
      `SELECT source, usage_id, count() AS times, any(contract_id) AS contract FROM usage_record
       WHERE sipHash64(usage_id) % {parts:UInt32} = {part:UInt32}
       GROUP BY source, usage_id HAVING times > 1 ORDER BY source, usage_id LIMIT {most:UInt32}`,
      { parts, part, most: mostDuplicates },
    );
    problems.push(
      ...rows.map(
        ({ source, usage_id, times, contract }) =>
          `${contract}: the record ${JSON.stringify(usage_id)} of ${JSON.stringify(source)} is stored ${times} times`,
      ),
    );
  }
  return problems;
}
