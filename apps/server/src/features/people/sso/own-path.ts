const firstPage = '/dataclouds';

/**
 * Returns the console path to go to after signing in, or the first page. Rejects "//host", "/\host" and absolute
 * URLs, which lead to another site.
 */
export function ownPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return firstPage;
  const url = URL.parse(from, 'https://console.invalid');
  // A path like "/.//host" passes the first check, but normalises to "//host".
  if (url?.origin !== 'https://console.invalid' || url.pathname.startsWith('//')) return firstPage;
  // Only console pages may be returned to: an API path would show raw JSON or trigger a call.
  return /^\/(api|internal)(\/|$)/i.test(url.pathname) ? firstPage : url.href.slice(url.origin.length);
}
