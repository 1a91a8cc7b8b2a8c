import type { ClickHouse } from './client.ts';
import { ClickHouseUnavailable, OverLimits } from './errors.ts';

const answerLimitMs = 5_000;

/**
 * True if the failure comes from a usage database that answers nothing at all, so that the next question would fail
 * too. Asks a real query: a ping may succeed on a database that hangs, or fail behind a proxy that passes only queries.
 */
export async function isAway(clickhouse: ClickHouse, error: unknown): Promise<boolean> {
  if (!isUnavailable(error)) return false;
  try {
    await clickhouse.query('select 1', {}, {}, { gone: AbortSignal.timeout(answerLimitMs) });
    return false;
  } catch (failure) {
    return isUnavailable(failure);
  }
}

const isUnavailable = (error: unknown) => error instanceof ClickHouseUnavailable && !(error instanceof OverLimits);
