import type { Log } from '../../../log.ts';
import { failedRoundsLog } from '../../../log-failed-rounds.ts';
import type { Db } from '../../../postgres/database.ts';
import type { SharedCounts } from './shared-counts.ts';

/** The interval in which a client that switches servers can exceed its limits. */
const everyMs = 5_000;

/** Exchanges the counts of frequent callers with the other servers, until stopped. */
export function keepExchanging(counts: SharedCounts, { db, log }: { db: Db; log: Log }): { stop(): Promise<void> } {
  const tell = failedRoundsLog(log, 'rates: counted by this server alone for now');
  let running: Promise<void> | undefined;
  const exchange = () => {
    running ??= counts
      .exchange(db)
      .catch(tell)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(exchange, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
