import { priceId } from '@usance/api/metering/price';
import { instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { outside } from '../term/outside.ts';
import type { PriceRow } from './price.ts';

/**
 * Ends open versions where new versions of the same price begin, and returns the rows to insert. These are the new
 * versions, and continuations of the open ones where no new one holds.
 * A new version that begins together with a continuation replaces it. New versions that an open one outlasts are
 * flagged as passing.
 */
export async function makeWay(tx: Tx, coming: readonly PriceRow[]): Promise<PriceRow[]> {
  const openOf = Map.groupBy(await openOnes(tx, coming), priceKeyOf);
  const [ended, replaced]: [PriceRow[], string[]] = [[], []];
  const toStore: PriceRow[] = [];
  for (const [key, rows] of Map.groupBy(coming, priceKeyOf)) {
    const open = openOf.get(key) ?? [];
    const isPassing = (row: PriceRow) => row.effective_to !== null && open.some((each) => takesFrom(each, row));
    toStore.push(...rows.map((row) => ({ ...row, passing: isPassing(row) })));
    for (const each of open) {
      const left = stretchesLeft(each, rows);
      const [before, ...after] = left;
      if (before && before.effective_to === null && beginsWith(each, before)) continue;
      const isCut = before !== undefined && beginsWith(each, before);
      if (isCut) ended.push(before);
      else replaced.push(each.id);
      toStore.push(...(isCut ? after : left).map((stretch) => ({ ...stretch, id: newId(priceId), goes_on: true })));
    }
  }
  await endWhereNextBegins(tx, ended);
  if (replaced.length > 0) await tx.deleteFrom('price').where('id', '=', any(replaced)).execute();
  return toStore;
}

/** Versions of one price share SKU, currency and contract (or list). */
const priceKeyOf = ({ sku_id, currency, contract_id }: PriceRow) => `${sku_id} ${currency} ${contract_id ?? ''}`;

/** Returns the open versions of the affected prices only: a contract may have thousands of others. */
async function openOnes(tx: Tx, coming: readonly PriceRow[]): Promise<PriceRow[]> {
  const own = coming.filter(({ contract_id }) => contract_id !== null);
  const listed = coming.filter(({ contract_id }) => contract_id === null);
  const open = tx.selectFrom('price').selectAll().where('effective_to', 'is', null).where('origin_kind', '<>', 'offer');
  const pairs = sql<string>`(select * from unnest(${own.map(({ sku_id }) => sku_id)}::text[],
    ${own.map(({ contract_id }) => contract_id)}::text[]))`;
  const ofContracts = open.where(sql<boolean>`(sku_id, contract_id) in ${pairs}`);
  const ofList = open.where('contract_id', 'is', null).where('sku_id', '=', any(listed.map(({ sku_id }) => sku_id)));
  return ofContracts.unionAll(ofList).execute();
}

async function endWhereNextBegins(tx: Tx, ended: readonly PriceRow[]): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    update price set effective_to = given.effective_to, ended_by_next = true
    from unnest(${ended.map(({ id }) => id)}::text[], ${ended.map((row) => row.effective_to)}::timestamptz[])
      as given (id, effective_to)
    where price.id = given.id`.execute(tx);
}

/** One parameter for any number of ids. */
const any = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;

const beginsWith = (a: PriceRow, b: PriceRow) => a.effective_from.getTime() === b.effective_from.getTime();

/** True if the new version takes time from the open one. */
function takesFrom(open: PriceRow, row: PriceRow): boolean {
  if (row.sku_id !== open.sku_id) return false;
  return row.effective_from > open.effective_from || (open.goes_on && beginsWith(open, row));
}

/** Returns the times that remain of an open version, in order, each as a version. */
function stretchesLeft(open: PriceRow, coming: readonly PriceRow[]): PriceRow[] {
  const winning = coming.filter((row) => takesFrom(open, row));
  return outside(timeOf(open), winning.map(timeOf)).map(({ from, to }) => ({
    ...open,
    effective_from: new Date(from),
    effective_to: to === null ? null : new Date(to),
    ended_by_next: to !== null,
  }));
}

function timeOf({ effective_from, effective_to }: PriceRow) {
  return { from: instantOf(effective_from), to: effective_to === null ? null : instantOf(effective_to) };
}
