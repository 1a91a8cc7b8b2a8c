interface Boot {
  readonly variant?: 'hosted' | 'self-hosted';
  /** Whose form is embedded for booking a demonstration; our own stands there without. */
  readonly demoFormUrl?: string;
  /** Where the documents stand that people agree to; a page of ours says so of one that is not set. */
  readonly policies?: Readonly<Partial<Record<'terms' | 'privacy' | 'upgrade', string>>>;
  /** What time it was when the page was asked for, in a sandbox; elsewhere it is everybody's. */
  readonly sandboxNow?: string;
  /** The origins of the consoles of both regions. */
  readonly regionHosts?: Readonly<Record<'us' | 'global', string>>;
}

/** What the server has told with the page; in development, where none tells, nothing. */
export function boot(): Boot {
  const told = document.getElementById('boot')?.textContent ?? '';
  return told.startsWith('{') ? JSON.parse(told) : {};
}
