import type { PurchaseGroup, PurchaseGrouping } from '@usance/api/billing/purchase';
import { regionNameOf } from '../../../contract/region/region.ts';
import { tagValueOf } from '../tag/select-tags.ts';

/** The columns of `sums` that make a group, with the fields that show them. */
type GroupField = PurchaseGrouping | 'tag';
type Column = readonly [field: GroupField, column: string];
type Grouping = {
  readonly columns: readonly [Column, ...Column[]];
  /** The column of names: a renamed thing shows its latest one. */
  readonly named?: { readonly field: 'datacloudName' | 'objectName'; readonly column: string };
};

export const groupColumns: Readonly<Record<GroupField, Grouping>> = {
  product: { columns: [['product', 'product']] },
  type: { columns: [['type', 'type']] },
  subType: { columns: [['subType', 'sub_type']] },
  billingItem: { columns: [['billingItem', 'billing_item']] },
  region: {
    columns: [
      ['cloudProvider', 'cloud_provider'],
      ['region', 'region'],
    ],
  },
  cloudProvider: { columns: [['cloudProvider', 'cloud_provider']] },
  edition: { columns: [['edition', 'edition']] },
  datacloudID: {
    columns: [['datacloudID', 'datacloud_id']],
    named: { field: 'datacloudName', column: 'datacloud_name' },
  },
  objectID: { columns: [['objectID', 'object_id']], named: { field: 'objectName', column: 'object_name' } },
  tag: { columns: [['tag', 'tag_value']] },
};

/** SQL for the key of a row's group, as one text. */
export function keySql(groupBy: GroupField): string {
  // Ids of providers have no blanks, so two keys never look the same.
  return `concat(${groupColumns[groupBy].columns.map(([, column]) => column).join(", ' ', ")}, '')`;
}

/** SQL for the name of a group, over the rows of `sums`. */
export function nameSql(groupBy: GroupField): string {
  const { named } = groupColumns[groupBy];
  return named === undefined ? "''" : `argMax(${named.column}, named_at)`;
}

/** Returns the fields that tell which group it is. */
export function keyFieldsOf(
  groupBy: GroupField,
  { values, name }: { values: readonly string[]; name: string },
): Partial<PurchaseGroup> {
  if (groupBy === 'tag') return { tag: tagValueOf(values[0] ?? '') };
  const { columns, named } = groupColumns[groupBy];
  const fields = Object.fromEntries(columns.map(([field], at) => [field, values[at]]));
  const { cloudProvider, region } = fields;
  return {
    ...fields,
    ...(cloudProvider === undefined || region === undefined ? {} : { regionName: regionNameOf(cloudProvider, region) }),
    ...(named === undefined ? {} : { [named.field]: name }),
  };
}
