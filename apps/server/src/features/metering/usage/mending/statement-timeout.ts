import { bounded } from '#platform/clickhouse/bounded.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';

/**
 * Returns a usage database that gives up each statement after `timeoutMs`, for a reply that can do without the answer.
 */
export function withStatementTimeout(clickhouse: ClickHouse, timeoutMs: number): ClickHouse {
  return bounded(clickhouse, {
    // A new timeout for each statement.
    get gone() {
      return AbortSignal.timeout(timeoutMs);
    },
  });
}
