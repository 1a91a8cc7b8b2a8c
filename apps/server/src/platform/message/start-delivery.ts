import type { Deps } from '../context/context.ts';
import { failedRoundsLog } from '../log-failed-rounds.ts';
import { deliverMessages, messagesAtOnce } from './deliver-messages.ts';
import type { Carriers, Channel } from './message.ts';

interface MessageDelivery {
  /** Waits for the messages that are being sent, and sends no more. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;

type Delivering = Pick<Deps, 'db' | 'clock' | 'log'> & { readonly publicUrl?: string };

/**
 * Sends messages as any process posts them, within a second, since users wait for codes. No channel waits for another.
 */
export function startDelivery(deps: Delivering, carriers: Carriers): MessageDelivery {
  const channels: readonly Channel[] = ['mail', 'sms'];
  const deliveries = channels.map((channel) => startChannel(deps, carriers, channel));
  return { stop: async () => void (await Promise.all(deliveries.map((delivery) => delivery.stop()))) };
}

function startChannel(deps: Delivering, carriers: Carriers, channel: Channel): MessageDelivery {
  const tell = failedRoundsLog(deps.log, 'messages could not be looked for');
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const look = () => {
    round = deliverMessages(deps, carriers, deps.clock.now(), channel)
      .catch((error: unknown) => {
        tell(error);
        return 0;
      })
      .then((count) => {
        // A full batch means that more may be waiting.
        if (!stopped) timer = setTimeout(look, count === messagesAtOnce ? 0 : lookEveryMs);
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
