import type { Log } from '../../log.ts';
import type { Db } from '../../postgres/database.ts';
import { tellingFailedRounds } from '../../tell-failed-rounds.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Whoever goes from server to server is ahead of their limits for so long. */
const everyMs = 5_000;

/** Has a server tell the others who asks it often, and hear from them, until it is stopped. */
export function keepExchanging(counts: SharedCounts, { db, log }: { db: Db; log: Log }): { stop(): Promise<void> } {
  const tell = tellingFailedRounds(log, 'rates: counted by this server alone for now');
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
