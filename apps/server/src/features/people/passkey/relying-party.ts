import type { Asked } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';

/** Who we are to an authenticator, and from where a browser may speak to us. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: string[];
}

/**
 * We are who the browser has asked, as refuseCrossSite takes it: no page can have it ask another host than it says. A page
 * that hands on to us what it was told, under a name of its own, gets signatures for that name, which no passkey of ours
 * was made for. Over plain http browsers have passkeys at `localhost` alone.
 */
export function relyingPartyOf({ host }: Pick<Asked, 'host'>): RelyingParty {
  if (!URL.canParse(`https://${host}`)) throw invalidParameter('host', 'The Host header names no host');
  const { hostname, origin } = new URL(`https://${host}`);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  return { id: hostname, origins: isHere ? [origin, new URL(`http://${host}`).origin] : [origin] };
}
