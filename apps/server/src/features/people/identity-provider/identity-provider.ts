import { X509Certificate } from 'node:crypto';
import type { IdentityProvider, ProviderRefusal } from '@usance/api/identity-provider';
import { says } from '@usance/api/rule';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { invalidParameter } from '#platform/refusal.ts';

export type ProviderRow = Selectable<Database['identity_provider']>;

export const identityProviderOf = (row: ProviderRow, lastRefusals: readonly ProviderRefusal[]): IdentityProvider => ({
  id: row.id,
  domain: row.domain,
  entityId: row.entity_id,
  name: row.name,
  signOnUrl: row.sign_on_url,
  certificates: row.certificates,
  makesAccounts: row.makes_accounts,
  gmtCreated: row.created_at.toISOString(),
  lastRefusals: [...lastRefusals],
});

const leastModulusBits = 2_048;

/** How a provider is asked and believed, as it is kept. Throws a refusal for a certificate that vouches for nothing. */
export function keptOf(said: Pick<IdentityProvider, 'name' | 'signOnUrl' | 'certificates' | 'makesAccounts'>) {
  return {
    name: said.name,
    sign_on_url: said.signOnUrl,
    certificates: said.certificates.map((text, index) => {
      const pem = pemOf(text);
      if (pem === undefined) throw invalidParameter(`certificates.${index}`, says('certificate'));
      return pem;
    }),
    makes_accounts: said.makesAccounts,
  };
}

/** As one spelling, whatever stands around it; undefined where it is none, or one whose key is too weak. */
function pemOf(text: string): string | undefined {
  try {
    const certificate = new X509Certificate(text);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= leastModulusBits;
    return asymmetricKeyType === 'rsa' && isStrong ? certificate.toString() : undefined;
  } catch {
    return undefined;
  }
}
