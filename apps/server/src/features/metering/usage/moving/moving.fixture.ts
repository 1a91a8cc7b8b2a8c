import { expect, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type Metered, sendUsage, usageOf } from '../metering.fixture.ts';

/** Sends usage that stays unmoved, one record for each of `given`. */
export async function acknowledgeUsage(app: TestApp, metered: Metered, given: readonly object[] = [{}]): Promise<void> {
  const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
  const reply = await sendUsage(
    app,
    given.map((record) => usageOf(metered, { ...record })),
  );
  insert.mockRestore();
  expect(reply).toMatchObject({ accepted: given.length });
}

/** All batches of a contract, in order of number. */
export const batchesOf = ({ deps }: TestApp, contractId: string) =>
  deps.db.selectFrom('usage_batch').selectAll().where('contract_id', '=', contractId).orderBy('batch_no').execute();
