import type { ParsedBody } from '@usance/api/call';
import type { marketplaces } from '@usance/api/marketplace/marketplace';
import { SeeOther } from '#platform/http/calls/reply/see-other.ts';

/**
 * Receives the token that AWS lets the buyer's browser post from its own site, without our session. Redirects to the
 * console, which asks about the token after signing in. Stores nothing, since anyone can post.
 */
export async function receiveToken(
  _ctx: unknown,
  { body }: { body: ParsedBody<typeof marketplaces.receive> },
): Promise<SeeOther> {
  const query = new URLSearchParams({ token: body['x-amzn-marketplace-token'], cloudProvider: 'aws' });
  return new SeeOther(`/marketplace?${query}`);
}
