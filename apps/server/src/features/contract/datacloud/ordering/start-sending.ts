import type { Deps } from '#platform/context/context.ts';
import { failedRoundsLog } from '#platform/log-failed-rounds.ts';
import type { Controller } from './controller.ts';
import { ordersAtOnce, sendOrders } from './send-orders.ts';

const lookEveryMs = 1_000;

/** Sends orders of all processes as they come. `stop` waits for those being sent. */
export function startSending(deps: Pick<Deps, 'db' | 'clock' | 'log'>, controller: Controller) {
  // Controllers use real time and would reject a token dated by a moved clock.
  const byItsOwnTime: Controller = { send: (order) => controller.send(order, deps.clock.outside()) };
  const tell = failedRoundsLog(deps.log, 'looking for orders to send failed');
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const look = () => {
    round = sendOrders(deps, byItsOwnTime, deps.clock.now())
      .catch((error: unknown) => {
        tell(error);
        return 0;
      })
      .then((count) => {
        // A full batch means that more may wait.
        if (!stopped) timer = setTimeout(look, count === ordersAtOnce ? 0 : lookEveryMs);
      });
  };
  look();
  return {
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
