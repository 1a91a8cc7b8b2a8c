import type { ParsedQuery } from '@usance/api/call';
import type { Contract, listContracts } from '@usance/api/contract';
import type { Role } from '@usance/api/role';
import { sql } from 'kysely';
import '../role/role.table.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { notFound } from '../../../platform/refusal.ts';
import { type ContractRow, contractOf } from './contract.ts';

/** A contract by id, or 404. */
export async function getContract(db: DbOrTx, id: string): Promise<ContractRow> {
  const row = await db.selectFrom('contract').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('contract');
  return row;
}

/**
 * The contract's row, locked until the transaction ends. Every verb that moves money or signs takes this lock first,
 * and usage ingestion shares it, so that they see each other whole.
 */
export async function lockContract(tx: Tx, id: string, mode: 'update' | 'share' = 'update'): Promise<ContractRow> {
  const base = tx.selectFrom('contract').selectAll().where('id', '=', id);
  const row = await (mode === 'update' ? base.forUpdate() : base.forShare()).executeTakeFirst();
  if (!row) throw notFound('contract');
  return row;
}

/** Contracts on which an account holds any role, newest first. */
export async function listContractsOf(
  db: DbOrTx,
  accountId: string,
  query: ParsedQuery<typeof listContracts>,
): Promise<{ items: Contract[]; totalSize: number }> {
  let mine = db
    .selectFrom('contract')
    .innerJoin('contract_role', 'contract_role.contract_id', 'contract.id')
    .where('contract_role.account_id', '=', accountId);
  if (query.state) mine = mine.where('contract.state', '=', query.state);
  if (query.buyerType) mine = mine.where('contract.buyer_type', '=', query.buyerType);
  if (query.name) mine = mine.where(sql<boolean>`position(lower(${query.name}) in lower(contract.tags)) > 0`);
  const { total } = await mine
    .select((eb) => eb.fn.count<string>('contract.id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll('contract')
    .select(sql<Role[]>`array_agg(contract_role.role order by contract_role.role)`.as('roles'))
    .groupBy('contract.id')
    .orderBy('contract.created_at', 'desc')
    .orderBy('contract.id')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { items: rows.map(({ roles, ...row }) => contractOf(row, roles)), totalSize: Number(total) };
}
