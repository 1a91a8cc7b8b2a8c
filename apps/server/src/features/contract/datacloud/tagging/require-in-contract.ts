import type { DbOrTx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import { getDatacloud } from '../datacloud.queries.ts';

/** Refuses a data cloud of another contract with the same 404 as a missing one. */
export async function requireInContract(db: DbOrTx, contractId: string, datacloudId: string): Promise<void> {
  const { contract_id } = await getDatacloud(db, datacloudId);
  if (contract_id !== contractId) throw notFound('DATACLOUD_NOT_FOUND');
}
