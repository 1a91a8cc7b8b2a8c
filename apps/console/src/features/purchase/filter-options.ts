import { cloudName } from '../cloud/cloud-words.ts';
import type { FilterOption } from './filter-select.tsx';

type CloudRegion = { cloudProvider: string; region: string };

/** Values that are their own names. An empty one, as a row without sub type has, cannot be asked for by name. */
export function plainOptions(values: readonly string[] = []): FilterOption[] {
  return values.filter((value) => value !== '').map((value) => ({ value, label: value }));
}

export function cloudOptions(regions: readonly CloudRegion[]): FilterOption[] {
  const clouds = [...new Set(regions.map(({ cloudProvider }) => cloudProvider))];
  return clouds.map((value) => ({ value, label: cloudName(value) }));
}

/** Regions once each, with the clouds that have one of that name. */
export function regionOptions(regions: readonly CloudRegion[]): FilterOption[] {
  const clouds = new Map<string, string[]>();
  for (const { cloudProvider, region } of regions) {
    clouds.set(region, [...(clouds.get(region) ?? []), cloudName(cloudProvider)]);
  }
  return [...clouds].map(([value, names]) => ({ value, label: `${value} · ${names.join(', ')}` }));
}
