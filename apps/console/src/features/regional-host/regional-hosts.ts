/** The origins of the consoles of both regions. */
export type RegionalHosts = Readonly<Record<HostRegion, string>>;

export type HostRegion = 'us' | 'global';

/** In which region the page stands that came from this origin; none where it came by another name. */
export function regionAt(hosts: RegionalHosts, origin: string): HostRegion | undefined {
  if (origin === hosts.us) return 'us';
  return origin === hosts.global ? 'global' : undefined;
}

/** The same page on another region's host, with what was typed; what was left empty is left out. */
export function addressIn(host: string, path: string, typed: Readonly<Record<string, string>>): string {
  const url = new URL(path, host);
  for (const [field, text] of Object.entries(typed)) if (text.trim() !== '') url.searchParams.set(field, text.trim());
  return url.href;
}
