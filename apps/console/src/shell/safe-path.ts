/**
 * Returns the path to open after a sign-in: only one of this console. "//host", "/\host" and full URLs would send a
 * user who has just typed a password to another site.
 */
export function safePath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  const url = URL.parse(from, 'https://console.invalid');
  // A path like "/.//host" begins with one slash before parsing and with two after it.
  const inside = url?.origin === 'https://console.invalid' && !url.pathname.startsWith('//');
  return inside ? url.href.slice(url.origin.length) : '/';
}

/** Returns a path of this console with `checkVersion=true` in its query, before the fragment. */
export function withCheckVersion(path: string): string {
  const [place = '', ...anchor] = path.split('#');
  const asked = `${place}${place.includes('?') ? '&' : '?'}checkVersion=true`;
  return [asked, ...anchor].join('#');
}
