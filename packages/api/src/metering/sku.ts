import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { cloudProvider, costKind, edition, resourceKind } from '../cloud.ts';
import { sortedUpBy } from '../sorted.ts';
import { exactText, idOf, optionalText, paged, paging, text } from '../wire.ts';

export const skuId = idOf('sku');

/** The unit of metering and pricing: one billing item (and tier) in one cloud, region and edition. */
const sku = z.object({
  id: skuId,
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  /** The metered item's internal price name, as in usage records. */
  billingItem: exactText(200),
  /** A tier within the item, such as `hot` or `export.public`; empty if there is none. */
  tier: exactText(60, 0),
  resourceKind,
  costKind,
  cloudProvider,
  region: exactText(64),
  edition,
  /** The unit of quantities: core-hour, GB-hour, GB. */
  unit: exactText(40),
});
export type Sku = z.output<typeof sku>;

/** The SKU fields of usage rows, prices and statement lines. */
export const skuDimensions = {
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  billingItem: z.string(),
  cloudProvider: z.string(),
  region: z.string(),
  edition: z.string(),
} as const;
export type SkuDimensions = { readonly [K in keyof typeof skuDimensions]: string };

/** The names for display. */
const display = { product: text(120), type: text(120), subType: text(120, 0) };

const write = { internal: 'price.write', admission: 'write' } as const;

export const skus = defineCalls('sku', {
  create: {
    ...write,
    method: 'POST',
    path: '/skus',
    summary: 'Create SKUs; returns an existing SKU with the same content',
    refusals: ['SKU_CONFLICT'],
    body: z.strictObject({
      items: z
        .array(z.strictObject({ ...z.omit(sku, { id: true }).shape, ...display }))
        .check(z.minLength(1), z.maxLength(5000)),
    }),
    reply: z.object({ items: z.array(sku) }),
  },
  update: {
    ...write,
    method: 'PUT',
    path: '/skus',
    summary: 'Change the display fields of a SKU; the fields that usage is matched by never change',
    refusals: ['SKU_NOT_FOUND'],
    body: z.strictObject({ id: skuId, ...display }),
    reply: sku,
  },
  list: {
    method: 'GET',
    path: '/skus',
    summary: 'SKUs',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedUpBy('cloudProvider', 'region', 'edition', 'billingItem', 'product', 'type'),
      product: optionalText(120),
      billingItem: z.optional(exactText(200)),
      cloudProvider: z.optional(cloudProvider),
      region: z.optional(exactText(64)),
      edition: z.optional(edition),
    }),
    reply: paged(sku),
  },
});
