import { type Clock, systemClock } from 'pg-boss';

/**
 * Goes on at its pace whatever is done to the machine's clock. The queue waits until an instant by it: until one that a
 * clock which ran ahead had shown, it would wait for as long as that clock was ahead.
 */
export const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };
