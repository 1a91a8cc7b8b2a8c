import { type Day, parseDay } from '@usance/period/day';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import '../usage/usage.table.ts';

/** A billing day that took in usage since it was rated; the version tells one mark from a later one. */
export type DirtyDay = { contractId: string; day: Day; version: string };

/** Days that wait for rating, of one contract or of all, in order of contract and day. */
export async function dirtyDays(db: DbOrTx, contractId?: string): Promise<DirtyDay[]> {
  let query = db.selectFrom('usage_dirty_day').select(['contract_id', 'day', 'version']);
  if (contractId !== undefined) query = query.where('contract_id', '=', contractId);
  const rows = await query.orderBy('contract_id').orderBy('day').execute();
  return rows.map(({ contract_id, day, version }) => ({ contractId: contract_id, day: parseDay(day), version }));
}

/** Takes the marks away that were read before the rating began; one that usage has set anew since then stays. */
export async function clearDirtyDays(tx: Tx, rated: readonly DirtyDay[]): Promise<void> {
  for (const { contractId, day, version } of rated) {
    await tx
      .deleteFrom('usage_dirty_day')
      .where('contract_id', '=', contractId)
      .where('day', '=', day)
      .where('version', '=', version)
      .execute();
  }
}
