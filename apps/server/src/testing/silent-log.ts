import { pino } from 'pino';

/** For tests that do not look at the log. */
export const silent = pino({ level: 'silent' });
