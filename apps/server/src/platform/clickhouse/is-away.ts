import type { ClickHouse } from './client.ts';
import { ClickHouseUnavailable, OverLimits } from './errors.ts';

const answerLimitMs = 5_000;

/** Whether a failure is of a usage database that does not answer at all, and so of whatever it is asked next. */
export async function isAway(clickhouse: ClickHouse, error: unknown): Promise<boolean> {
  if (!(error instanceof ClickHouseUnavailable) || error instanceof OverLimits) return false;
  return !(await clickhouse.ping({ gone: AbortSignal.timeout(answerLimitMs) }));
}
