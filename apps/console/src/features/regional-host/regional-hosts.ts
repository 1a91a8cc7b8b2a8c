/** The origins of both regions' consoles. */
export type RegionalHosts = Readonly<Record<HostRegion, string>>;

export type HostRegion = 'us' | 'global';

/** Returns the region of an origin; undefined for another host. */
export function regionAt(hosts: RegionalHosts, origin: string): HostRegion | undefined {
  if (origin === hosts.us) return 'us';
  return origin === hosts.global ? 'global' : undefined;
}

/** Returns the address of the same page on another region's host with the entries, without empty ones. */
export function addressIn(host: string, path: string, typed: Readonly<Record<string, string>>): string {
  const url = new URL(path, host);
  for (const [field, text] of Object.entries(typed)) if (text.trim() !== '') url.searchParams.set(field, text.trim());
  return url.href;
}
