import type { ParsedQuery } from '@usance/api/call';
import type { CashHold, holds } from '@usance/api/money/hold';
import type { Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type CashHoldRow, cashHoldOf } from './cash-hold.ts';

/** Returns an open hold with one of the causes. 404 if the contract has no such hold; 409 if it has ended. */
export async function getOpenHold(
  tx: Tx,
  contract: LockedContract,
  id: string,
  causes: readonly CashHold['cause'][],
): Promise<CashHoldRow> {
  const row = await tx
    .selectFrom('cash_hold')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('id', '=', id)
    .where('cause', 'in', causes)
    .executeTakeFirst();
  if (!row) throw notFound('HOLD_NOT_FOUND');
  if (row.state !== 'open') throw conflict('HOLD_STATE_CONFLICT', 'This hold has ended.', { state: row.state });
  return row;
}

const columnOf = { gmtBegun: 'begun_at', amount: 'amount' } as const;

/** Lists a contract's holds, open and ended. */
export function listCashHolds(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof holds.cashHolds> },
): Promise<Page<CashHold>> {
  let found = db.selectFrom('cash_hold').where('contract_id', '=', contract.id);
  if (query.states?.length) found = found.where('state', 'in', query.states);
  return pageOf(
    found,
    query,
    (rows) => rows.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    (row) => cashHoldOf(row, contract.currency),
  );
}
