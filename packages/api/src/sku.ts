import * as z from 'zod/mini';
import { defineCall, internal } from './call.ts';
import { cloudProvider, costKind, edition, resourceKind } from './cloud.ts';
import { idOf, pageOf, paging, text } from './wire.ts';

/** What can be metered and priced: one billing item (and tier) in one cloud, region and edition. */
export const sku = z.object({
  id: idOf('sku'),
  product: text(120),
  type: text(120),
  subType: text(120, 0),
  /** The metered item's internal price name, as usage records name it. */
  billingItem: text(200),
  /** A tier within the item, such as `hot` or `export.public`; empty where the item has none. */
  tier: text(60, 0),
  resourceKind,
  costKind,
  cloudProvider,
  region: text(64),
  edition,
  /** What a quantity counts: core-hour, GB-hour, GB. */
  unit: text(40),
});
export type Sku = z.output<typeof sku>;

const createSkuBody = z.strictObject(z.omit(sku, { id: true }).shape);

export const createSkus = defineCall({
  id: 'sku.create',
  method: 'POST',
  path: '/internal/api/v1/skus',
  summary: 'Create SKUs; a SKU that exists with the same content is answered as it is',
  access: internal('write'),
  body: z.strictObject({ items: z.array(createSkuBody).check(z.minLength(1), z.maxLength(5000)) }),
  reply: z.object({ items: z.array(sku) }),
});

export const updateSku = defineCall({
  id: 'sku.update',
  method: 'PUT',
  path: '/internal/api/v1/skus',
  summary: 'Change the display fields of a SKU; what usage is matched by never changes',
  access: internal('write'),
  body: z.strictObject({ id: idOf('sku'), product: text(120), type: text(120), subType: text(120, 0) }),
  reply: sku,
});

export const listSkus = defineCall({
  id: 'sku.list',
  method: 'GET',
  path: '/internal/api/v1/skus',
  summary: 'SKUs',
  access: internal('read'),
  query: z.strictObject({
    ...paging,
    product: z.optional(text(120)),
    billingItem: z.optional(text(200)),
    cloudProvider: z.optional(cloudProvider),
    region: z.optional(text(64)),
    edition: z.optional(edition),
  }),
  reply: pageOf(sku),
});
