import type { FastifyRequest } from 'fastify';
import { atEntrance } from '../../load/admission.ts';
import { Slots } from '../../load/slots.ts';
import { SteadyCounts } from './steady-counts.ts';

// More pages than a person opens, or an office behind one address.
const mostInAMinute = 240;
// Unknown readers may be any number, from any number of addresses.
const unknown = {
  of: 'pages of unknown readers',
  working: { all: 4, ofAccount: 4, fromAddress: 1 },
  waiting: { all: 0, ofAccount: 0, fromAddress: 0 },
  waitMs: 0,
};

/**
 * Decides whether the server may answer a page's first calls with the page. Pages have no rate limit and cost little,
 * but these calls cost many times as much. So they are limited for each account or address, and in parallel for
 * unknown readers. Other readers get the page alone and make the calls themselves, within the usual limits.
 */
export class FirstRepliesLimit {
  readonly #slots = new Slots(unknown);
  readonly #counts = new SteadyCounts();

  /** Returns the result of `ask`, or `otherwise` if it may not run. */
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
