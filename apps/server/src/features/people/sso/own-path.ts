const firstPage = '/dataclouds';

/**
 * Where a browser goes once it is signed in: a path of the console, or its first page. "//host", "/\host" and whole
 * addresses would lead whoever has just proved themselves somewhere else.
 */
export function ownPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return firstPage;
  const url = URL.parse(from, 'https://console.invalid');
  // A path like "/.//host" begins with one slash, and with two when it has been read.
  if (url?.origin !== 'https://console.invalid' || url.pathname.startsWith('//')) return firstPage;
  // What is no page would be answered to nobody, or do what was not asked for.
  return /^\/(api|internal)(\/|$)/i.test(url.pathname) ? firstPage : url.href.slice(url.origin.length);
}
