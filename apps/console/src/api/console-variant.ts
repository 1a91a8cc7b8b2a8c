export type ConsoleVariant = 'hosted' | 'self-hosted';

/** Which variant of the console the server has told with the page; in development, where none tells, the hosted one. */
export function consoleVariant(): ConsoleVariant {
  const told = document.getElementById('boot')?.textContent ?? '';
  return told.startsWith('{') && JSON.parse(told).variant === 'self-hosted' ? 'self-hosted' : 'hosted';
}
