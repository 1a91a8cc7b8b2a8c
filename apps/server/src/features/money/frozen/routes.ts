import {
  listFrozenDetails,
  listFrozenDetailsInternal,
  summarizeFrozen,
  summarizeFrozenInternal,
} from '@usance/api/bank';
import type { Router } from '../../../platform/http/mount.ts';
import { frozenDetails, frozenSummary } from './read-frozen.ts';

/** The held cash's calls on the public listener. */
export function frozenRoutes(router: Router): void {
  router.read(listFrozenDetails, (ctx, { params, query }) => frozenDetails(ctx.db, params.id, query));
  router.read(summarizeFrozen, (ctx, { params, query }) => frozenSummary(ctx.db, params.id, query));
}

/** The held cash's calls on the internal listener. */
export function frozenInternalRoutes(router: Router): void {
  router.read(listFrozenDetailsInternal, (ctx, { params, query }) => frozenDetails(ctx.db, params.id, query));
  router.read(summarizeFrozenInternal, (ctx, { params, query }) => frozenSummary(ctx.db, params.id, query));
}
