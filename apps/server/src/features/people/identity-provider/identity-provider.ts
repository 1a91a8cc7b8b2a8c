import { X509Certificate } from 'node:crypto';
import type { IdentityProvider, ProviderRefusal } from '@usance/api/people/identity-provider';
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

/** The columns of a provider that an operator sets. Refuses a certificate that is invalid or whose key is too weak. */
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

/** Returns a certificate in its canonical PEM form; undefined if it is invalid or its key too weak. */
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
