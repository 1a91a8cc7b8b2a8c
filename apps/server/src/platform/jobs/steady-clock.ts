import { type Clock, systemClock } from 'pg-boss';

/**
 * A clock that keeps its pace whatever happens to the machine's clock. The queue waits until an instant: with an
 * instant of a clock that ran ahead, it would wait for as long as that clock was ahead.
 */
export const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };
