import type { FastifyRequest } from 'fastify';
import { atEntrance } from '../load/admission.ts';
import { Slots } from '../load/slots.ts';
import { SteadyCounts } from './steady-counts.ts';

// More pages than a person opens, or an office behind one address.
const mostInAMinute = 240;
// Of whom nothing is known there may be any number, from any number of addresses.
const unknown = {
  of: 'pages of the unknown',
  working: { all: 4, ofAccount: 4, fromAddress: 1 },
  waiting: { all: 0, ofAccount: 0, fromAddress: 0 },
  waitMs: 0,
};

/**
 * Whether a page may ask for its reader what that page needs first. A page has no limit of its own, and costs little as it
 * is; asking costs twenty times as much, so it is done so often for one account or address, and for few at once of whom
 * nothing is known. Who gets the page alone asks by themselves, where the limits of the calls hold.
 */
export class AskingAhead {
  readonly #slots = new Slots(unknown);
  readonly #counts = new SteadyCounts();

  /** What `ask` answers, or `otherwise` where it may not ask. */
  async within<T>(request: FastifyRequest, ask: () => Promise<T>, otherwise: T): Promise<T> {
    const { account, address } = atEntrance(request);
    if (this.#times(account ?? `${address}`) > mostInAMinute) return otherwise;
    if (request.isKnown) return ask();
    const slot = await this.#slots.take({ address }).catch(() => undefined);
    return slot === undefined ? otherwise : ask().finally(slot.end);
  }

  #times(key: string): number {
    let times = 0;
    this.#counts.incr(key, (_error, counted) => (times = counted?.current ?? 0), 60_000);
    return times;
  }
}
