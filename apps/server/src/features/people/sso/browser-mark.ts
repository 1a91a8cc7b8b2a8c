import type { Cookies } from '#platform/context/context.ts';
import { hashOf, isSecretShaped, randomSecret } from '#platform/random-secret.ts';

const cookieName = '__Host-sso';
const keptSeconds = 600;

/**
 * Marks the browser that begins a sign-on with a cookie, and returns its hash. Only that browser may finish it:
 * otherwise a stranger could have another person's browser finish the stranger's sign-on, in the stranger's account.
 * Tabs of one browser share the mark.
 */
export function markBrowser(cookies: Cookies): string {
  const mark = markIn(cookies) ?? randomSecret();
  cookies.set(cookieName, mark, keptSeconds);
  return hashOf(mark);
}

/** Returns the hash of the browser's mark; undefined without one. */
export function markOf(cookies: Cookies): string | undefined {
  const mark = markIn(cookies);
  return mark === undefined ? undefined : hashOf(mark);
}

function markIn(cookies: Cookies): string | undefined {
  const mark = cookies.get(cookieName);
  return mark !== undefined && isSecretShaped(mark) ? mark : undefined;
}
