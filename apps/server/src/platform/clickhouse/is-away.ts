import type { ClickHouse } from './client.ts';
import { ClickHouseUnavailable, OverLimits } from './errors.ts';

const answerLimitMs = 5_000;

/**
 * Whether a failure is of a usage database that answers nothing at all, and so not what it is asked next. It is asked a
 * question: it may say that it is there and answer none, or stand behind who lets only questions through.
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
