import type { ParsedBody } from '@usance/api/call';
import type { marketplaces } from '@usance/api/marketplace';
import { SeeOther } from '#platform/http/calls/see-other.ts';

/**
 * AWS has the buyer's browser post the token here, from its own site and so without our session. The browser goes on to the
 * console, which asks what the token stands for once somebody has signed in. Nothing is kept of what any stranger can post.
 */
export async function receiveToken(
  _ctx: unknown,
  { body }: { body: ParsedBody<typeof marketplaces.receive> },
): Promise<SeeOther> {
  const query = new URLSearchParams({ token: body['x-amzn-marketplace-token'], cloudProvider: 'aws' });
  return new SeeOther(`/marketplace?${query}`);
}
