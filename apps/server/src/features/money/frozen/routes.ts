import { frozens } from '@usance/api/frozen';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { frozenSummary, listFrozenDetails } from './frozen.queries.ts';

export const frozenRoom: Room = (mount) =>
  mount(frozens, {
    details: (ctx, { query }) => listFrozenDetails(ctx.db, ctx.contract, query),
    summary: (ctx, { query }) => frozenSummary(ctx.db, ctx.contract, query),
  });
