import { hashOf } from '#platform/random-secret.ts';
import type { ProviderRow } from '../identity-provider/identity-provider.ts';

/** Returns the hash of a provider's row; once it changes, answers verified before are void. */
export const providerHash = (provider: ProviderRow): string => hashOf(JSON.stringify(provider));
