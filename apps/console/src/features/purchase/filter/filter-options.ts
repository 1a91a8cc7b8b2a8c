import type { purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import * as m from '../../../i18n/messages.gen.ts';
import type { Option } from '../../../ui/field/option-list.tsx';
import { cloudName } from '../../cloud/cloud-words.ts';
import { regionWord } from '../../region/region-words.ts';
import { skuWord } from '../../sku/sku-words.ts';

/** The filter values that occur in a range. */
export type PurchaseFields = CallReply<typeof purchases.distinctFields>;
type CloudRegion = PurchaseFields['regions'][number];

/** Options for values of the price list. An empty one, such as a missing sub type, cannot be filtered by name. */
export function plainOptions(values: readonly string[] = [], wordOf = skuWord): Option[] {
  return values.filter((value) => value !== '').map((value) => ({ value, label: wordOf(value) }));
}

export function cloudOptions(regions: readonly CloudRegion[]): Option[] {
  const clouds = [...new Set(regions.map(({ cloudProvider }) => cloudProvider))];
  return clouds.map((value) => ({ value, label: cloudName(value) }));
}

/** Options for regions without duplicates, named by all clouds that use the id. */
export function regionOptions(regions: readonly CloudRegion[]): Option[] {
  const names = new Map<string, string[]>();
  for (const { cloudProvider, region, regionName } of regions) {
    names.set(region, [...(names.get(region) ?? []), `${cloudName(cloudProvider)} ${regionWord(regionName)}`]);
  }
  return [...names].map(([value, called]) => ({ value, label: called.join(', ') }));
}

export function datacloudOptions(dataclouds: PurchaseFields['dataclouds']): Option[] {
  return dataclouds.map(({ id, name }) => ({ value: id, label: name || id }));
}

/** The values of each key, and then usage without it. */
export function tagOptions(tags: PurchaseFields['tags']): Option[] {
  return tags.flatMap(({ key, values }) =>
    [...values.map((value) => `${key}=${value}`), key].map((value) => ({ value, label: tagName(value) })),
  );
}

/** The words for a filter by tag: `key: value`, or that there is no such tag. */
export function tagName(filter: string): string {
  const at = filter.indexOf('=');
  return at < 0 ? m.purchase_tag_none({ key: filter }) : `${filter.slice(0, at)}: ${filter.slice(at + 1)}`;
}
