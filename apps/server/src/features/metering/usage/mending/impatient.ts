import { bounded } from '#platform/clickhouse/bounded.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';

/**
 * The usage database for whoever has a reply to give that does not hang on it: each statement is given up after so long.
 * One that is slow may do as many as there are; one that stands still is waited for once.
 */
export function impatient(clickhouse: ClickHouse, patienceMs: number): ClickHouse {
  return bounded(clickhouse, {
    // Read for each statement.
    get gone() {
      return AbortSignal.timeout(patienceMs);
    },
  });
}
