import type { CloudProvider, Edition } from '@usance/api/cloud';
import * as m from '../../i18n/messages.gen.ts';

export const cloudWord: Readonly<Record<CloudProvider, () => string>> = {
  alibabacloud: m.cloud_alibabacloud,
  aws: m.cloud_aws,
  azure: m.cloud_azure,
  huaweicloud: m.cloud_huaweicloud,
  onpremise: m.cloud_onpremise,
  tencentcloud: m.cloud_tencentcloud,
  volcengine: m.cloud_volcengine,
};

export const editionWord: Readonly<Record<Edition, () => string>> = {
  ENTERPRISE: m.cloud_edition_enterprise,
  BUSINESSCRITICAL: m.cloud_edition_businesscritical,
};

// Maps, because an address may contain any text, even the name of an object's property.
const knownClouds = new Map<string, () => string>(Object.entries(cloudWord));
const knownEditions = new Map<string, () => string>(Object.entries(editionWord));

/** Returns a provider's name, or its id if this console does not know it. */
export function cloudName(cloud: string): string {
  return knownClouds.get(cloud)?.() ?? cloud;
}

export function editionName(edition: string): string {
  return knownEditions.get(edition)?.() ?? edition;
}
