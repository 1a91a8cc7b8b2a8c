import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { dataclouds, ListedDatacloud } from '@usance/api/contract/datacloud';
import { role, rolesAllow } from '@usance/api/contract/role';
import { says } from '@usance/api/rule';
import { sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { invalidParameter, notFound } from '#platform/refusal.ts';
import { findRegion } from '../region/region.ts';
import { type DatacloudRow, datacloudOf } from './datacloud.ts';
import { endedStates } from './datacloud-state.ts';
import { tagsOfMany } from './tag/tags-of.ts';

/** Returns a data cloud by id, or 404. */
export async function getDatacloud(db: DbOrTx, id: string): Promise<DatacloudRow> {
  return found(await db.selectFrom('datacloud').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Locks a data cloud until commit, or 404. Lock its contract first if you need both. */
export async function lockDatacloud(tx: Tx, id: string): Promise<DatacloudRow> {
  return found(await tx.selectFrom('datacloud').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst());
}

function found(row: DatacloudRow | undefined): DatacloudRow {
  if (!row) throw notFound('DATACLOUD_NOT_FOUND');
  return row;
}

type Reading = Pick<ReadContext, 'db' | 'subject'>;

const readingRoles = role.options.filter((held) => rolesAllow([held], 'datacloud.read'));

/**
 * Returns a page of the data clouds that the caller may read, over all contracts. Ended ones are included only on
 * request.
 */
export async function listDataclouds(
  { db, subject }: Reading,
  { query }: { query: ParsedQuery<typeof dataclouds.list> },
): Promise<Page<ListedDatacloud>> {
  const accountId = signedInAccount(subject);
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
  if (query.states?.length) mine = mine.where('datacloud.state', 'in', query.states);
  else if (!query.includeDeleted) mine = mine.where('datacloud.state', '!=', 'DELETED');
  if (query.name) {
    const part = query.name.toLowerCase();
    const isIn = (text: 'datacloud.name' | 'datacloud.id') =>
      sql<boolean>`position(${part} in lower(${sql.ref(text)})) > 0`;
    mine = mine.where((eb) => eb.or([isIn('datacloud.name'), isIn('datacloud.id')]));
  }
  const page = await pageOf(
    mine,
    query,
    (found) =>
      found
        .selectAll('datacloud')
        .select('contract.tags')
        .orderBy(query.orderBy === 'name' ? 'datacloud.name' : 'datacloud.created_at', query.ordering)
        .orderBy('datacloud.id'),
    ({ tags, ...row }) => ({ ...datacloudOf(row, tags), stopped: row.stopped }),
  );
  const tags = await tagsOfMany(db, page.items);
  return { ...page, items: page.items.map((each) => ({ ...each, tags: tags.get(each.id) ?? [] })) };
}

/** True if a living data cloud of any contract has the name in the region; 400 for an unknown region. */
export async function datacloudExists(
  { db }: Pick<Reading, 'db'>,
  { params: { name }, query: { regionID } }: Input<typeof dataclouds.exists>,
): Promise<CallReply<typeof dataclouds.exists>> {
  if (!findRegion(regionID)) throw invalidParameter('regionID', says('regionUnknown'));
  const row = await db
    .selectFrom('datacloud')
    .select('id')
    .where('region_id', '=', regionID)
    .where('name', '=', name)
    .where('state', 'not in', endedStates)
    .executeTakeFirst();
  return { exists: row !== undefined };
}
