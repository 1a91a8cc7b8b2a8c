import { BadConfig } from '../failure/operator-error.ts';

/** The origins of the regional consoles. */
export interface RegionHosts {
  readonly us: string;
  readonly global: string;
}

/** Reads REGION_HOST_US and REGION_HOST_GLOBAL: both or neither, since each console links to the other. */
export function regionHostsOf(env: NodeJS.ProcessEnv): RegionHosts | undefined {
  const us = originOf('REGION_HOST_US', env['REGION_HOST_US']);
  const global = originOf('REGION_HOST_GLOBAL', env['REGION_HOST_GLOBAL']);
  if (us === undefined && global === undefined) return undefined;
  if (us === undefined || global === undefined)
    throw new BadConfig('REGION_HOST_US and REGION_HOST_GLOBAL are set together, or neither is');
  if (us === global) throw new BadConfig('REGION_HOST_US and REGION_HOST_GLOBAL name the same host');
  return { us, global };
}

function originOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Users type their password there.
  if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
    throw new BadConfig(`${name} must be https:// and a host, like https://us.example.com, not "${text}"`);
  return url.origin;
}
