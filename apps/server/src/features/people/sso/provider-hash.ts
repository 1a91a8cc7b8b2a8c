import { hashOf } from '#platform/random-secret.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';

/** What a provider is at a time: what was believed of it opens nothing once it is another. */
export const providerHash = (provider: ProviderRow): string => hashOf(JSON.stringify(provider));
