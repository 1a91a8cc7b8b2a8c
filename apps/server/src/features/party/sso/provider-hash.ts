import { hashOf } from '../../../platform/random-secret.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';

/**
 * What a provider is at a time, and whose account it is that it speaks of, if anybody's: what was believed of it opens
 * nothing once it is another, or the account is theirs no more.
 */
export const providerHash = (provider: ProviderRow, linked?: string): string =>
  hashOf(JSON.stringify(linked === undefined ? provider : [provider, linked]));
