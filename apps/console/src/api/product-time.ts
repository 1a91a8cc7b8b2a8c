import { clock, clocks } from '@usance/api/clock';
import { urlOf } from '@usance/api/request';
import { boot } from './boot.ts';

// What a page takes to come, and a reply to be read, moves time by less.
const jumpMs = 60_000;

let aheadMs: number | undefined;

/** What time it is in the installation: the browser's, but in a sandbox that of the server, which people move. */
export function consoleNow(): number {
  return Date.now() + ahead();
}

/** Whether time can be moved here. */
export const isSandbox = (): boolean => boot().sandboxNow !== undefined;

/**
 * Asks what time it is, and goes by that from now on; answers whether it was moved since somebody asked last. Who asks by the
 * way does not count: neither as a sign that somebody is signed in, nor as one that the server is there.
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
  // The page tells what time it was when it was asked for.
  if (aheadMs === undefined && isSandbox())
    aheadMs = Math.round(Date.parse(boot().sandboxNow ?? '') - performance.timeOrigin);
  return aheadMs ?? 0;
}
