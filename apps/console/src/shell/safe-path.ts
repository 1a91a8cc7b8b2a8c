/**
 * Where to go after signing in: only a path of this console. "//host", "/\host" and whole addresses would lead a person who
 * has just typed a password somewhere else.
 */
export function safePath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  const url = URL.parse(from, 'https://console.invalid');
  // A path like "/.//host" begins with one slash, and with two when it has been read.
  const inside = url?.origin === 'https://console.invalid' && !url.pathname.startsWith('//');
  return inside ? url.href.slice(url.origin.length) : '/';
}

/** A path of this console, with `checkVersion=true` among its criteria and its anchor where it was. */
export function withCheckVersion(path: string): string {
  const [place = '', ...anchor] = path.split('#');
  const asked = `${place}${place.includes('?') ? '&' : '?'}checkVersion=true`;
  return [asked, ...anchor].join('#');
}
