import type { Currency } from '@usance/money/currency';
import { type Day, dayOf, parseDay } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { inOpenMonth } from '../closed-month/closed-month.ts';

/** A billing day that must be rated, for the first time or again; the version tells one mark from a later one. */
export type DirtyDay = { contractId: string; day: Day; version: string };

/** Days that wait for rating, of one contract or of all, in order of contract and day. */
export async function dirtyDays(db: DbOrTx, contractId?: string): Promise<DirtyDay[]> {
  let query = db.selectFrom('usage_dirty_day').select(['contract_id', 'day', 'version']);
  if (contractId !== undefined) query = query.where('contract_id', '=', contractId);
  const rows = await query.orderBy('contract_id').orderBy('day').execute();
  return rows.map(({ contract_id, day, version }) => ({ contractId: contract_id, day: parseDay(day), version }));
}

/** Takes the marks away that were read before the rating began; one that was set anew since then stays. */
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

/** Marks the days in which accepted usage of a contract is billed. */
export async function markUsedDays(tx: Tx, contractId: string, days: readonly Day[]): Promise<void> {
  const distinct = [...new Set(days)].sort();
  await markDays(tx, sql`select ${contractId}, day from unnest(${distinct}::date[]) as given (day)`);
}

/** A change of what usage costs from an instant on: for one contract, or (null) for all of the currency. */
export interface Repricing {
  readonly contractId: string | null;
  readonly currency: Currency;
  readonly from: Date;
}

/**
 * Marks the days with usage that a change of price or discount reaches, so that they are rated again soon and no
 * screen keeps what the old price came to. Signed months stay as they are.
 */
export async function markRepricedDays(tx: Tx, { contractId, currency, from }: Repricing): Promise<void> {
  const firstDay = dayOf(instantOf(from), billingZoneOf(currency));
  await markDays(
    tx,
    sql`
    select metered.contract_id, metered.day
    from (select contract_id, day from rated_day union select contract_id, day from usage_dirty_day) as metered
    join contract on contract.id = metered.contract_id
    where metered.day >= ${firstDay}::date
      and contract.currency = ${currency}
      and (${contractId}::text is null or contract.id = ${contractId})
      and ${inOpenMonth('metered')}
    order by metered.contract_id, metered.day`,
  );
}

/** A day that is marked already may be in the hands of a run that has read what was there before: it is marked anew. */
async function markDays(tx: Tx, contractsAndDays: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into usage_dirty_day (contract_id, day) ${contractsAndDays}
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(tx);
}
