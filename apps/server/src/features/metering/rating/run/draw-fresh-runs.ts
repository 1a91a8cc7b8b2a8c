import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { Deps } from '#platform/context/context.ts';
import { Outdated } from '#platform/start-over.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { liftRunNumbers } from '../../rating-terms/lift-run-numbers.ts';
import { drawRuns } from '../../rating-terms/rating-terms.ts';

/**
 * Draws run numbers under which the usage database has no rows. If it has some, PostgreSQL was restored to an earlier
 * time: raises the sequence and throws Outdated.
 */
export async function drawFreshRuns(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contracts: readonly ContractRow[],
  count: number,
): Promise<bigint[]> {
  const runNos = await drawRuns(db, contracts, count);
  const used = await clickhouse.query<{ rows: string }>(
    'SELECT count() AS rows FROM purchase WHERE contract_id IN {contractIds:Array(String)} AND run_no IN {runNos:Array(UInt64)}',
    { contractIds: contracts.map(({ id }) => id), runNos },
  );
  if (BigInt(onlyRow(used).rows) === 0n) return runNos;
  await liftRunNumbers({ db, clickhouse });
  throw new Outdated('Rating has to start again. Please try again.');
}
