export type ConsoleVariant = 'hosted' | 'self-hosted';

interface Boot {
  readonly variant?: ConsoleVariant;
  /** The external form for booking a demonstration; without it the page shows our own. */
  readonly demoFormUrl?: string;
  /** URLs of the documents that users agree to; our own page says so if one is not set. */
  readonly policies?: Readonly<Partial<Record<'terms' | 'privacy' | 'upgrade', string>>>;
  /** The time of a sandbox when the page was requested; undefined elsewhere, where real time applies. */
  readonly sandboxNow?: string;
  /** The origins of both regional consoles. */
  readonly regionHosts?: Readonly<Record<'us' | 'global', string>>;
}

/** Returns the server's data in the page; empty in development, where no server fills it in. */
export function boot(): Boot {
  const told = document.getElementById('boot')?.textContent ?? '';
  return told.startsWith('{') ? JSON.parse(told) : {};
}

/** Returns the console's variant from the server's data in the page; the hosted one in development. */
export const consoleVariant = (): ConsoleVariant => boot().variant ?? 'hosted';
