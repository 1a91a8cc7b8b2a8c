import type { LiveRun } from '../../../metering/billing-day/live-runs.ts';

/** What of a run is asked for: its number, and how many of its rows are. */
export type RunRows = Pick<LiveRun, 'runNo' | 'rows'>;

/** As many as the engine sorts in a moment and a few megabytes. */
const mostRows = 20_000n;

/**
 * The runs in parts, in their order: those whose rows are few enough together to be sorted are asked for at once, since
 * each question takes its time however little it finds. A run without rows is in none.
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
