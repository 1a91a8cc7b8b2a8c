import type { CloudProvider } from '@usance/api/cloud';
import { inStretches } from '#platform/process/stretches.ts';
import type { SkuContent } from '../../metering/sku/sku.ts';
import type { FocusUsage } from './focus-row.ts';
import type { FocusLine } from './read-focus-file.ts';

interface PlannedDatacloud {
  readonly cloud: CloudProvider;
  readonly region: string;
  readonly regionName: string;
  readonly name: string;
}
export interface PlannedSku {
  readonly content: SkuContent;
  readonly unitPrice: string;
}
/** Usage with the indexes of its data cloud and SKU in the plan. */
export type PlannedUsage = FocusLine & { readonly datacloud: number; readonly sku: number };

/** The data clouds and SKUs that a contract needs before a file's usage can be rated. */
export interface Catalogue {
  readonly dataclouds: readonly PlannedDatacloud[];
  readonly skus: readonly PlannedSku[];
  readonly usages: readonly PlannedUsage[];
}

const linesAtOnce = 500;

/**
 * Plans a data cloud for each sub-account in each region, and a SKU for each item sold at one price there. All
 * contracts share the SKUs, so the contract's id is their tier, with #2, #3 for further prices of an item.
 */
export async function catalogueOf(lines: readonly FocusLine[], contractId: string): Promise<Catalogue> {
  const dataclouds = new Numbered<PlannedDatacloud>();
  const skus = new Numbered<PlannedSku>();
  const names = new Map<string, number>();
  const versions = new Map<string, number>();
  const planned = ({ line, usage }: FocusLine): PlannedUsage => {
    const { cloud } = usage;
    const region = regionIdOf(usage.region);
    return {
      line,
      usage,
      datacloud: dataclouds.numberOf([cloud, region, usage.subAccount], () => {
        const name = nameOf(usage.subAccount, contractId, names);
        return { cloud, region, regionName: usage.region.slice(0, 64).toWellFormed(), name };
      }),
      sku: skus.numberOf([region, ...identityOf(usage)], () => {
        const item = JSON.stringify([cloud, region, usage.billingItem]);
        const version = (versions.get(item) ?? 0) + 1;
        versions.set(item, version);
        return plannedSku(usage, region, version === 1 ? contractId : `${contractId}#${version}`);
      }),
    };
  };
  const usages: PlannedUsage[] = [];
  for await (const some of inStretches(lines, linesAtOnce)) usages.push(...some.map(planned));
  return { dataclouds: dataclouds.values, skus: skus.values, usages };
}

/** Fields that distinguish SKUs. */
function identityOf(usage: FocusUsage): string[] {
  const { cloud, billingItem, product, type, subType, resourceKind, unit, unitPrice } = usage;
  return [cloud, billingItem, product, type, subType, resourceKind, unit, unitPrice];
}

function plannedSku(usage: FocusUsage, region: string, tier: string): PlannedSku {
  const { cloud: cloudProvider, billingItem, product, type, subType, resourceKind, unit, unitPrice } = usage;
  const costKind = resourceKind === 'database' ? 'storage' : resourceKind === 'teleport' ? 'network' : 'compute';
  const shown = { product, type, subType, billingItem, tier, resourceKind, costKind, unit } as const;
  return { content: { ...shown, cloudProvider, region, edition: 'ENTERPRISE' }, unitPrice };
}

/** Returns a region id that can be part of a host name. */
function regionIdOf(region: string): string {
  const id = region
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
  return id === '' ? 'global' : id;
}

/** Letters, digits and underscores, at most 64; the contract's id makes it unique among imports. */
function nameOf(subAccount: string, contractId: string, names: Map<string, number>): string {
  const plain = subAccount.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const stem = (/^[A-Za-z]/.test(plain) ? plain : `account_${plain}`).slice(0, 40).replace(/_$/, '');
  const suffix = contractId.replace(/^ct-/, '').slice(0, 8);
  // All names without a Latin letter have one stem, and each row may have such a name.
  const again = (names.get(stem) ?? 0) + 1;
  names.set(stem, again);
  return again === 1 ? `${stem}_${suffix}` : `${stem}_${suffix}_${again}`;
}

/** Values numbered in the order in which their keys first appear. */
class Numbered<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(key: readonly string[], make: () => T): number {
    const text = JSON.stringify(key);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.values.push(make()) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}
