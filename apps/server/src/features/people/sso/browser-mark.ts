import type { Cookies } from '#platform/context/cookies.ts';
import { hashOf, isSecretShaped, randomSecret } from '#platform/random-secret.ts';

const cookieName = '__Host-sso';
const keptSeconds = 600;

/**
 * The mark of the browser that begins a single sign-on, as its hash: no other is signed in by the answer, or a stranger
 * could have somebody's browser end what they began, and so sign it in as themselves. Tabs of one browser share it.
 */
export function markBrowser(cookies: Cookies): string {
  const mark = markIn(cookies) ?? randomSecret();
  cookies.set(cookieName, mark, keptSeconds);
  return hashOf(mark);
}

/** The hash of its mark, for a browser that has one. */
export function markOf(cookies: Cookies): string | undefined {
  const mark = markIn(cookies);
  return mark === undefined ? undefined : hashOf(mark);
}

function markIn(cookies: Cookies): string | undefined {
  const mark = cookies.get(cookieName);
  return mark !== undefined && isSecretShaped(mark) ? mark : undefined;
}
