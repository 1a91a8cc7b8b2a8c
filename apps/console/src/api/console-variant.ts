import { boot } from './boot.ts';

export type ConsoleVariant = 'hosted' | 'self-hosted';

/** Returns the console's variant from the server's data in the page; the hosted one in development. */
export const consoleVariant = (): ConsoleVariant => boot().variant ?? 'hosted';
