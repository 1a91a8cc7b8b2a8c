import { compare, formatDecimal, sum } from '@usance/money/decimal';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { RatedRowsLost } from './month-lines.ts';
import { ofRuns, type PurchaseSelection, runParams } from './selection/purchase-selection.ts';

/** Throws RatedRowsLost if the usage database no longer has what the live runs of a selection were rated at. */
export async function refuseLostRows(
  clickhouse: ClickHouse,
  { contract, runs }: Pick<PurchaseSelection, 'contract' | 'runs'>,
): Promise<void> {
  const [stored] = await clickhouse.query<{ usages: string; total: string }>(
    `SELECT sum(rows) AS usages, sum(amount) AS total FROM rated_rollup WHERE ${ofRuns.join(' AND ')}`,
    runParams(contract.id, runs),
  );
  const usages = runs.reduce((rows, run) => rows + run.rows, 0n);
  const rated = sum(runs.map(({ amount }) => amount));
  const total = stored?.total ?? '0';
  if (BigInt(stored?.usages ?? 0) !== usages || compare(rated, total) !== 0)
    throw new RatedRowsLost(
      `${contract.id} was rated at ${formatDecimal(rated)} for ${usages} usages, its sums have ${total} for ${stored?.usages}`,
    );
}
