import { clock, clocks } from '@usance/api/installation/clock';
import { urlOf } from '@usance/api/request';
import { boot } from './boot.ts';

// Longer than loading a page or reading a reply takes, so a larger difference is a move.
const jumpMs = 60_000;

let aheadMs: number | undefined;

/** Returns the time of the installation: the browser's, or in a sandbox the server's, which people can move. */
export function consoleNow(): number {
  return Date.now() + ahead();
}

/** True if time can be moved here. */
export const isSandbox = (): boolean => boot().sandboxNow !== undefined;

/**
 * Fetches the current time and goes by it from now on; true if it was moved since the last call. Uses plain fetch,
 * because this poll must not count as a sign of the session or of the network.
 */
export async function askTime(): Promise<boolean> {
  const response = await fetch(urlOf(clocks.get), { credentials: 'omit' });
  const asked = clock.safeParse(await response.json());
  if (!response.ok || !asked.success) return false;
  const before = consoleNow();
  aheadMs = Date.parse(asked.data.now) - Date.now();
  return Math.abs(consoleNow() - before) > jumpMs;
}

function ahead(): number {
  // The page has the time of its request.
  if (aheadMs === undefined && isSandbox())
    aheadMs = Math.round(Date.parse(boot().sandboxNow ?? '') - performance.timeOrigin);
  return aheadMs ?? 0;
}
