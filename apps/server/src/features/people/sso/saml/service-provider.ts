import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { pathOf } from '@usance/api/call';
import { sso } from '@usance/api/sso';

declare module '#platform/context/context.ts' {
  interface Fittings {
    readonly serviceProvider: ServiceProvider;
  }
}

/** What this installation is to identity providers. */
export interface ServiceProvider {
  readonly entityId: string;
  /** Where answers are brought. */
  readonly answerUrl: string;
}

export function serviceProviderAt(publicUrl: string): ServiceProvider {
  const at = (path: string) => new URL(path, publicUrl).href;
  return { entityId: at(pathOf(sso.metadata, 'customer')), answerUrl: at(pathOf(sso.answer, 'customer')) };
}

/** As a document of SAML, which a provider takes in. */
export function metadataOf({ entityId, answerUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: answerUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_usance',
  });
}
