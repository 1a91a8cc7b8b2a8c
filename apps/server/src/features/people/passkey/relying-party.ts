import type { Asked } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';

/** The WebAuthn relying party: this host, and the origins that its browsers may sign from. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: string[];
}

/**
 * Returns the relying party for the host that the browser called. Trusting the Host header is safe: a page cannot
 * forge it, and a proxy under another name gets signatures for that name, which fit no passkey of ours. Over plain
 * http, browsers have passkeys at `localhost` only.
 */
export function relyingPartyOf({ host }: Pick<Asked, 'host'>): RelyingParty {
  if (!URL.canParse(`https://${host}`)) throw invalidParameter('host', 'The Host header names no host');
  const { hostname, origin } = new URL(`https://${host}`);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  return { id: hostname, origins: isHere ? [origin, new URL(`http://${host}`).origin] : [origin] };
}
