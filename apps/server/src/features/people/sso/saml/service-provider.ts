import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { pathOf } from '@usance/api/call';
import { sso } from '@usance/api/people/sso';

declare module '#platform/context/context.ts' {
  interface Fittings {
    readonly serviceProvider: ServiceProvider;
  }
}

/** The SAML service provider that this installation is. */
export interface ServiceProvider {
  readonly entityId: string;
  /** The URL to which browsers bring answers. */
  readonly answerUrl: string;
}

export function serviceProviderAt(publicUrl: string): ServiceProvider {
  const at = (path: string) => new URL(path, publicUrl).href;
  return { entityId: at(pathOf(sso.metadata, 'customer')), answerUrl: at(pathOf(sso.answer, 'customer')) };
}

/** Returns the SAML metadata document that a provider imports. */
export function metadataOf({ entityId, answerUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: answerUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_usance',
  });
}
