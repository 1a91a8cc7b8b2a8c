import { boot } from './boot.ts';

export type ConsoleVariant = 'hosted' | 'self-hosted';

/** Which variant of the console the server has told with the page; in development, where none tells, the hosted one. */
export const consoleVariant = (): ConsoleVariant => boot().variant ?? 'hosted';
