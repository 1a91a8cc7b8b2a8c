import { listRegions, listRegionsInternal, type Region } from '@usance/api/region';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import type { Router } from '../../../platform/http/mount.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { notFound } from '../../../platform/refusal.ts';
import { getContract } from '../contract/contract.queries.ts';
import { rolesOn } from '../role/role.queries.ts';
import { isOffered, regions } from './region.ts';

/** The region's call on the public listener. A contract that is named must be one the caller holds a role on. */
export function regionRoutes(router: Router): void {
  router.read(listRegions, async (ctx, { query: { contractID } }) => {
    if (contractID !== undefined) {
      const roles = await rolesOn(ctx.db, accountIdOf(ctx.subject), contractID);
      if (roles.length === 0) throw notFound('contract');
    }
    return { items: await regionsFor(ctx.db, contractID) };
  });
}

/** The region's call on the internal listener. */
export function regionInternalRoutes(router: Router): void {
  router.read(listRegionsInternal, async (ctx, { query }) => ({ items: await regionsFor(ctx.db, query.contractID) }));
}

async function regionsFor(db: DbOrTx, contractId: string | undefined): Promise<Region[]> {
  if (contractId === undefined) return [...regions];
  const { service_type } = await getContract(db, contractId);
  return regions.filter((region) => isOffered(region, service_type));
}
