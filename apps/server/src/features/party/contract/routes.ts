import { createContractInternal, getContract, listContracts } from '@usance/api/contract';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import type { Router } from '../../../platform/http/mount.ts';
import { createContract } from '../../sale/new-contract/create-contract.ts';
import { rolesOn } from '../role/role.queries.ts';
import { getContract as findContract, listContractsOf } from './contract.queries.ts';
import { contractOf } from './contract.ts';

/** The contract's calls on the public listener. */
export function contractRoutes(router: Router): void {
  router.read(listContracts, async (ctx, { query }) => {
    const page = await listContractsOf(ctx.db, accountIdOf(ctx.subject), query);
    return { ...page, pageNum: query.pageNum, pageSize: query.pageSize };
  });

  router.read(getContract, async (ctx, { params }) => {
    const roles = await rolesOn(ctx.db, accountIdOf(ctx.subject), params.id);
    return contractOf(await findContract(ctx.db, params.id), roles);
  });
}

/** The contract's calls on the internal listener. */
export function contractInternalRoutes(router: Router): void {
  router.write(createContractInternal, (ctx, { body }) => createContract(ctx.tx, body, ctx.clock.now()));
}
