import type { Deps } from '../context/context.ts';
import { deliverMessages } from './deliver-messages.ts';
import type { Carriers } from './message.ts';

interface MessageDelivery {
  /** Waits for the message that is being sent, and sends no more. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;

/** Sends messages as they are posted, by whichever process: somebody waits for a code. */
export function startDelivery(deps: Pick<Deps, 'db' | 'clock' | 'log'>, carriers: Carriers): MessageDelivery {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const look = () => {
    round = deliverMessages(deps, carriers, deps.clock.now())
      .then(() => undefined)
      .catch((error: unknown) => deps.log.error({ err: error }, 'messages could not be looked for'))
      .then(() => {
        if (!stopped) timer = setTimeout(look, lookEveryMs);
      });
  };
  look();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
