import { dataclouds } from '@usance/api/datacloud';
import { says } from '@usance/api/rule';
import { signedInAccount } from '../../../platform/context/subject.ts';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { getAccount } from '../account/account.queries.ts';
import { findRegion } from '../region/region.ts';
import { createDatacloud } from './create-datacloud.ts';
import { isNameTaken, listDatacloudsOf } from './datacloud.queries.ts';

export const datacloudRoom: Room = (mount) =>
  mount(dataclouds, {
    list: (ctx, { query }) => listDatacloudsOf(ctx.db, signedInAccount(ctx.subject), query),
    create: async (ctx, { body }) => {
      const { identifier } = await getAccount(ctx.tx, signedInAccount(ctx.subject));
      return createDatacloud(ctx, { ...body, creator: identifier });
    },
    exists: async (ctx, { params, query }) => {
      if (!findRegion(query.regionID)) throw invalidParameter('regionID', says('regionUnknown'));
      return { exists: await isNameTaken(ctx.db, query.regionID, params.name) };
    },
  });
