export type ConsoleVariant = 'hosted' | 'self-hosted';

/** The part of a person in the story of the demonstration. */
export type DemoPart = 'admin' | 'finance' | 'auditor' | 'builder' | 'viewer' | 'market' | 'new';

export interface DemoPerson {
  readonly identifier: string;
  readonly password: string;
  readonly fullName: string;
  readonly part: DemoPart;
}

interface Boot {
  readonly variant?: ConsoleVariant;
  /** The external form for booking a demonstration; without it the page shows our own. */
  readonly demoFormUrl?: string;
  /** URLs of the documents that users agree to; our own page says so if one is not set. */
  readonly policies?: Readonly<Partial<Record<'terms' | 'privacy' | 'upgrade', string>>>;
  /** The time of a sandbox when the page was requested; undefined elsewhere, where real time applies. */
  readonly sandboxNow?: string;
  /** The people of a demonstration, whom the sign-in page offers. */
  readonly demoPeople?: readonly DemoPerson[];
  /** The origins of both regional consoles. */
  readonly regionHosts?: Readonly<Record<'us' | 'global', string>>;
}

let read: { readonly text: string; readonly boot: Boot } | undefined;

/** Returns the server's data in the page; empty in development, where no server fills it in. */
export function boot(): Boot {
  const text = document.getElementById('boot')?.textContent ?? '';
  // It is asked for each shown time, and holds long replies.
  if (read?.text !== text) read = { text, boot: text.startsWith('{') ? JSON.parse(text) : {} };
  return read.boot;
}

/** Returns the console's variant from the server's data in the page; the hosted one in development. */
export const consoleVariant = (): ConsoleVariant => boot().variant ?? 'hosted';
