import { compare, formatDecimal, sum } from '@usance/money/decimal';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { RatedRowsLost } from './month-lines.ts';
import { ofRuns, type PurchaseSelection, runParams } from './selection/purchase-selection.ts';

type Selected = Pick<PurchaseSelection, 'contract' | 'runs' | 'readsRows'>;

/**
 * Throws RatedRowsLost if the usage database no longer has what the live runs of a selection were rated at. It looks at
 * their roll-up and, if the selection reads them, at their rows.
 */
export async function refuseLostRows(clickhouse: ClickHouse, selected: Selected): Promise<void> {
  await refuseLost(clickhouse, selected, 'SELECT sum(rows) AS usages, sum(amount) AS total FROM rated_rollup');
  if (selected.readsRows)
    await refuseLost(
      clickhouse,
      selected,
      'SELECT countIf(slice_no = 0) AS usages, sum(amount) AS total FROM purchase',
    );
}

async function refuseLost(clickhouse: ClickHouse, { contract, runs }: Selected, sums: string): Promise<void> {
  const [stored] = await clickhouse.query<{ usages: string; total: string }>(
    `${sums} WHERE ${ofRuns.join(' AND ')}`,
    runParams(contract.id, runs),
  );
  const usages = runs.reduce((rows, run) => rows + run.rows, 0n);
  const rated = sum(runs.map(({ amount }) => amount));
  const total = stored?.total ?? '0';
  if (BigInt(stored?.usages ?? 0) !== usages || compare(rated, total) !== 0)
    throw new RatedRowsLost(
      `${contract.id} was rated at ${formatDecimal(rated)} for ${usages} usages, and ${total} for ${stored?.usages} are stored`,
    );
}
