import type { ParsedBody, ParsedParams } from '@usance/api/call';
import {
  type ContractBlacklist,
  contractBlacklistId,
  type contractBlacklists,
} from '@usance/api/contract/contract-blacklist';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { getContract } from '../contract/contract.queries.ts';
import { blacklistOf } from './contract-blacklist.queries.ts';

type Writing = Pick<Work, 'tx' | 'now'>;
type Named = { params: ParsedParams<typeof contractBlacklists.update> };

/** SQL: true for the entry with this id, or of the contract with this id. */
const isNamed = ({ id }: Named['params']) => sql<boolean>`(id = ${id} or contract_id = ${id})`;

/** Adds a contract to the blacklist; 409 if it is already there. */
export async function addToBlacklist(
  { tx, now }: Writing,
  { body }: { body: ParsedBody<typeof contractBlacklists.create> },
): Promise<ContractBlacklist> {
  const { id, tags } = await getContract(tx, body.contractId);
  const row = await tx
    .insertInto('contract_blacklist')
    .values({ contract_id: id, id: newId(contractBlacklistId), reason: body.reason, created_at: now, modified_at: now })
    .onConflict((there) => there.column('contract_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('CONTRACT_BLACKLIST_CONFLICT', 'This contract is already on the blacklist.');
  return blacklistOf(row, tags);
}

/** Changes the reason of an entry. */
export async function changeReason(
  { tx, now }: Writing,
  { params, body }: Named & { body: ParsedBody<typeof contractBlacklists.update> },
): Promise<ContractBlacklist> {
  const row = await tx
    .updateTable('contract_blacklist')
    .set({ reason: body.reason, modified_at: now })
    .where(isNamed(params))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('CONTRACT_BLACKLIST_NOT_FOUND');
  return blacklistOf(row, (await getContract(tx, row.contract_id)).tags);
}

/** Removes a contract from the blacklist. */
export async function takeOffBlacklist({ tx }: Writing, { params }: Named): Promise<void> {
  const row = await tx.deleteFrom('contract_blacklist').where(isNamed(params)).returning('id').executeTakeFirst();
  if (!row) throw notFound('CONTRACT_BLACKLIST_NOT_FOUND');
}
