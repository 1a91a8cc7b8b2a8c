import type { Currency } from '@usance/money/currency';
import { type Day, dayOf, parseDay } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { inOpenMonth } from '../closed-month/closed-month.ts';

/** A billing day that must be rated, for the first time or again. A new mark gets a new version. */
export type DirtyDay = { contractId: string; day: Day; version: string };

/** Days that wait for rating, of one contract or of all, ordered by contract and day. */
export function dirtyDays(db: DbOrTx, contractId?: string): Promise<DirtyDay[]> {
  return dirtyDaysOf(db, contractId === undefined ? undefined : [contractId]);
}

/** Like `dirtyDays`, for several contracts, or for all. */
export async function dirtyDaysOf(db: DbOrTx, contractIds: readonly string[] | undefined): Promise<DirtyDay[]> {
  let query = db.selectFrom('usage_dirty_day').select(['contract_id', 'day', 'version']);
  if (contractIds !== undefined) query = query.where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`);
  const rows = await query.orderBy('contract_id').orderBy('day').execute();
  return rows.map(({ contract_id, day, version }) => ({ contractId: contract_id, day: parseDay(day), version }));
}

/** Removes the given marks. A day that was marked again since has a new version and stays. */
export async function clearDirtyDays(tx: Tx, rated: readonly DirtyDay[]): Promise<void> {
  if (rated.length === 0) return;
  await sql`
    with held as (
      select marked.contract_id, marked.day, marked.version from usage_dirty_day as marked
      join unnest(${rated.map(({ contractId }) => contractId)}::text[], ${rated.map(({ day }) => day)}::date[],
        ${rated.map(({ version }) => version)}::bigint[]) as given (contract_id, day, version)
        using (contract_id, day, version)
      order by marked.contract_id, marked.day for update of marked
    )
    delete from usage_dirty_day using held
    where usage_dirty_day.contract_id = held.contract_id and usage_dirty_day.day = held.day
      and usage_dirty_day.version = held.version`.execute(tx);
}

/** Marks the days of accepted usage. All writers mark in the same order, so that they cannot deadlock. */
export async function markUsedDays(
  tx: Tx,
  used: readonly { readonly contractId: string; readonly day: Day }[],
): Promise<void> {
  if (used.length === 0) return;
  await markDays(
    tx,
    sql`
    select contract_id, day
    from unnest(${used.map(({ contractId }) => contractId)}::text[], ${used.map(({ day }) => day)}::date[])
      as given (contract_id, day)
    order by contract_id, day`,
  );
}

/** A price change from an instant on, for one contract or, with null, for all contracts of the currency. */
export interface Repricing {
  readonly contractId: string | null;
  readonly currency: Currency;
  readonly from: Date;
}

/**
 * Marks the days with usage that a price change reaches; signed months stay as they are. Pass all changes in one call:
 * only a single statement keeps the lock order of contract and day.
 */
export async function markRepricedDays(tx: Tx, changes: readonly Repricing[]): Promise<void> {
  const firstDays = changes.map(({ currency, from }) => dayOf(instantOf(from), billingZoneOf(currency)));
  await markDays(
    tx,
    sql`
    with change as (
      select contract_id, currency, min(day) as day
      from unnest(${changes.map(({ contractId }) => contractId)}::text[],
        ${changes.map(({ currency }) => currency)}::text[], ${firstDays}::date[]) as given (contract_id, currency, day)
      group by contract_id, currency
    ), reached as (
      select id, min(day) as day from (
        select contract_id as id, day from change where contract_id is not null
        union all
        select contract.id, change.day from change join contract using (currency) where change.contract_id is null
      ) as one
      group by id
    )
    select metered.contract_id, metered.day
    from (select contract_id, day from rated_day union select contract_id, day from usage_dirty_day) as metered
    join reached on reached.id = metered.contract_id
    where metered.day >= reached.day and ${inOpenMonth('metered')}
    order by metered.contract_id, metered.day`,
  );
}

/** A running rating may have read a marked day already, so a marked day gets a new version. */
async function markDays(tx: Tx, contractsAndDays: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into usage_dirty_day (contract_id, day) ${contractsAndDays}
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(tx);
}
