import type { CloudProvider } from '@usance/api/cloud';
import type { Region } from '@usance/api/contract/region';

// The providers' own region ids and names. The same id occurs at several providers, so ours carries the provider's
// name.
const regionNames: Readonly<Record<CloudProvider, Readonly<Record<string, string>>>> = {
  aws: {
    'us-east-1': 'US East (N. Virginia)',
    'us-west-2': 'US West (Oregon)',
    'eu-central-1': 'Europe (Frankfurt)',
    'eu-west-1': 'Europe (Ireland)',
    'ap-southeast-1': 'Asia Pacific (Singapore)',
    'ap-northeast-1': 'Asia Pacific (Tokyo)',
    'cn-northwest-1': 'China (Ningxia)',
  },
  azure: {
    eastus: 'East US',
    westus2: 'West US 2',
    westeurope: 'West Europe',
    northeurope: 'North Europe',
    southeastasia: 'Southeast Asia',
    japaneast: 'Japan East',
    chinanorth3: 'China North 3',
  },
  alibabacloud: {
    'cn-hangzhou': 'China (Hangzhou)',
    'cn-shanghai': 'China (Shanghai)',
    'cn-beijing': 'China (Beijing)',
    'cn-shenzhen': 'China (Shenzhen)',
    'cn-hongkong': 'China (Hong Kong)',
    'ap-southeast-1': 'Singapore',
    'us-east-1': 'US (Virginia)',
    'eu-central-1': 'Germany (Frankfurt)',
  },
  tencentcloud: {
    'ap-guangzhou': 'South China (Guangzhou)',
    'ap-shanghai': 'East China (Shanghai)',
    'ap-beijing': 'North China (Beijing)',
    'ap-chengdu': 'Southwest China (Chengdu)',
    'ap-hongkong': 'Hong Kong (China)',
    'ap-singapore': 'Southeast Asia (Singapore)',
    'na-siliconvalley': 'US West (Silicon Valley)',
  },
  huaweicloud: {
    'cn-north-4': 'CN North-Beijing4',
    'cn-east-3': 'CN East-Shanghai1',
    'cn-south-1': 'CN South-Guangzhou',
    'cn-southwest-2': 'CN Southwest-Guiyang1',
    'ap-southeast-1': 'CN-Hong Kong',
    'ap-southeast-3': 'AP-Singapore',
    'la-north-2': 'LA-Mexico City2',
  },
  volcengine: {
    'cn-beijing': 'North China 2 (Beijing)',
    'cn-shanghai': 'East China 2 (Shanghai)',
    'cn-guangzhou': 'South China 1 (Guangzhou)',
    'cn-hongkong': 'Hong Kong (China)',
    'ap-southeast-1': 'Asia Pacific SE (Johor)',
    'ap-southeast-3': 'Asia Pacific SE (Jakarta)',
  },
  onpremise: { default: 'On-premise' },
};

/** Builds a region, listed here or not: an imported contract brings regions of its own. */
export function regionOf(cloud: CloudProvider, region: string, name: string): Region {
  const id = `${cloud}-${region}`;
  return { id, cloud, region, name, regionURL: `https://${id}.usance.dev` };
}

/** Every region in which data clouds can be created, by provider. */
export const knownRegions: readonly Region[] = (Object.keys(regionNames) as CloudProvider[]).flatMap((cloud) =>
  Object.entries(regionNames[cloud]).map(([region, name]) => regionOf(cloud, region, name)),
);

const byId = new Map(knownRegions.map((region) => [region.id, region]));

/** Returns a listed region by our id (`aws-us-east-1`), or undefined. */
export function findRegion(id: string): Region | undefined {
  return byId.get(id);
}

/** Returns the provider's name of a region, or its id if it is not listed. */
export function regionNameOf(cloud: string, region: string): string {
  return findRegion(`${cloud}-${region}`)?.name ?? region;
}

/** True if the region serves contracts of this type. The customer's own machines serve only BYOC contracts. */
export function isOffered(region: Region, serviceType: 'saas' | 'byoc'): boolean {
  return region.cloud !== 'onpremise' || serviceType === 'byoc';
}
