import { onContract } from '@usance/api/call';
import { createDatacloud, datacloudExists, listDataclouds } from '@usance/api/datacloud';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import { assertAccess } from '../../../platform/http/access.ts';
import type { Router } from '../../../platform/http/mount.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { getAccount } from '../account/account.queries.ts';
import { findRegion } from '../region/region.ts';
import { rolesOn } from '../role/role.queries.ts';
import { createDatacloud as create } from './create-datacloud.ts';
import { isNameTaken, listDatacloudsOf } from './datacloud.queries.ts';

/** The data cloud's calls on the public listener. */
export function datacloudRoutes(router: Router): void {
  router.read(listDataclouds, async (ctx, { query }) => {
    if (query.contractId !== undefined) {
      await assertAccess(onContract('datacloud.read'), ctx.subject, query.contractId, {
        rolesOn: (accountId, contractId) => rolesOn(ctx.db, accountId, contractId),
      });
    }
    const page = await listDatacloudsOf(ctx.db, accountIdOf(ctx.subject), query);
    return { ...page, pageNum: query.pageNum, pageSize: query.pageSize };
  });

  router.write(createDatacloud, async (ctx, { body }) => {
    const { identifier } = await getAccount(ctx.tx, accountIdOf(ctx.subject));
    return create(ctx.tx, { ...body, creator: identifier }, ctx.clock.now());
  });

  router.read(datacloudExists, async (ctx, { params, query }) => {
    if (!findRegion(query.regionID)) throw invalidParameter('regionID', 'This region does not exist.');
    return { exists: await isNameTaken(ctx.db, query.regionID, params.name) };
  });
}
