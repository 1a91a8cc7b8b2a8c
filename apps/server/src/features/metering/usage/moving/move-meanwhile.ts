import { bounded } from '#platform/clickhouse/bounded.ts';
import type { Deps } from '#platform/context/context.ts';
import { flushUsage } from './flush-usage.ts';

/** Fewer rows wait for others to share an insert with. */
const rowsAtOnce = 10_000;
/** The minute's round moves fewer rows of one sender, many senders' in one insert. Nothing is rated sooner than that. */
const rowsToWaitFor = 1_000;
/** The reply to acknowledged usage waits no longer than this for the usage database. */
const patienceMs = 5_000;

/** Moves the batches of one sender while it still has usage accepted. */
export interface Moving {
  add(batches: readonly string[], rows: number): void;
  /** Resolves once all are moved if they are many, or the usage database makes the reply wait too long. */
  done(): Promise<void>;
}

/**
 * Only makes acknowledged usage visible sooner: the flush job would move it. So it never fails, and leaves the batches
 * of other senders to the job, since they would delay the reply.
 */
export function movingMeanwhile(deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>): Moving {
  const late = new AbortController();
  const clickhouse = bounded(deps.clickhouse, { gone: late.signal });
  const waiting = { batches: [] as string[], rows: 0 };
  let moving: Promise<void> | undefined;
  let canMove = true;
  const move = async () => {
    const { batches } = waiting;
    Object.assign(waiting, { batches: [], rows: 0 });
    try {
      await flushUsage({ ...deps, clickhouse }, { batches });
    } catch (err) {
      canMove = false;
      deps.log.warn({ err }, 'usage waits');
    } finally {
      moving = undefined;
    }
    start(rowsAtOnce);
  };
  const start = (leastRows: number) => {
    if (canMove && !moving && waiting.batches.length > 0 && waiting.rows >= leastRows) moving = move();
  };
  return {
    add: (batches, rows) => {
      waiting.batches.push(...batches);
      waiting.rows += rows;
      start(rowsAtOnce);
    },
    done: async () => {
      const patience = AbortSignal.timeout(patienceMs);
      patience.addEventListener('abort', () => late.abort(patience.reason));
      for (start(rowsToWaitFor); moving; start(0)) await moving;
    },
  };
}
