import type { LiveRun } from '../../../metering/billing-day/live-runs.ts';

/** The part of a live run that a download needs. */
export type RunRows = Pick<LiveRun, 'runNo' | 'rows'>;

/** The engine sorts this many rows in a moment, in a few megabytes. */
const mostRows = 20_000n;

/**
 * Groups consecutive runs whose rows can be sorted together, since each query has a fixed cost. A run without rows is
 * in no group.
 */
export function sortedTogether(runs: readonly RunRows[]): RunRows[][] {
  const parts: RunRows[][] = [];
  let rows = mostRows;
  for (const run of runs) {
    if (run.rows === 0n) continue;
    rows += run.rows;
    if (rows > mostRows) {
      parts.push([]);
      rows = run.rows;
    }
    parts.at(-1)?.push(run);
  }
  return parts;
}
