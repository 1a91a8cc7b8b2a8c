import { createSkus, listSkus, updateSku } from '@usance/api/sku';
import type { Router } from '../../../platform/http/mount.ts';
import { createSkus as create } from './create-skus.ts';
import { listSkusBy, renameSku } from './sku.queries.ts';

/** The SKU's calls on the internal listener. */
export function skuInternalRoutes(router: Router): void {
  router.write(createSkus, async (ctx, { body }) => ({ items: await create(ctx.tx, body.items) }));

  router.write(updateSku, (ctx, { body }) => renameSku(ctx.tx, body));

  router.read(listSkus, async (ctx, { query }) => {
    const page = await listSkusBy(ctx.db, query);
    return { ...page, pageNum: query.pageNum, pageSize: query.pageSize };
  });
}
