import type { ParsedQuery } from '@usance/api/call';
import type { Datacloud, listDataclouds } from '@usance/api/datacloud';
import { role, rolesAllow } from '@usance/api/role';
import { sql } from 'kysely';
import '../contract/contract.table.ts';
import '../role/role.table.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { datacloudOf } from './datacloud.ts';
import { endedStates } from './datacloud-state.ts';

const readingRoles = role.options.filter((held) => rolesAllow([held], 'datacloud.read'));

/** Data clouds of every contract on which the account may read them; ended ones only when asked for. */
export async function listDatacloudsOf(
  db: DbOrTx,
  accountId: string,
  query: ParsedQuery<typeof listDataclouds>,
): Promise<{ items: Datacloud[]; totalSize: number }> {
  let mine = db
    .selectFrom('datacloud')
    .innerJoin('contract', 'contract.id', 'datacloud.contract_id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contract_role')
          .select('contract_role.role')
          .whereRef('contract_role.contract_id', '=', 'datacloud.contract_id')
          .where('contract_role.account_id', '=', accountId)
          .where('contract_role.role', 'in', readingRoles),
      ),
    );
  if (query.contractId) mine = mine.where('datacloud.contract_id', '=', query.contractId);
  if (query.cloud) mine = mine.where('datacloud.cloud', '=', query.cloud);
  if (query.states) mine = mine.where('datacloud.state', 'in', query.states);
  else if (!query.includeDeleted) mine = mine.where('datacloud.state', '!=', 'DELETED');
  if (query.name) mine = mine.where(sql<boolean>`position(lower(${query.name}) in lower(datacloud.name)) > 0`);
  const { total } = await mine.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll('datacloud')
    .select('contract.tags')
    .orderBy(query.orderBy === 'name' ? 'datacloud.name' : 'datacloud.created_at', query.ordering)
    .orderBy('datacloud.id')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { items: rows.map(({ tags, ...row }) => datacloudOf(row, tags)), totalSize: Number(total) };
}

/** Whether a living data cloud has the name in the region, whoever owns it. */
export async function isNameTaken(db: DbOrTx, regionId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('datacloud')
    .select('id')
    .where('region_id', '=', regionId)
    .where('name', '=', name)
    .where('state', 'not in', endedStates)
    .executeTakeFirst();
  return row !== undefined;
}
