import { priceId } from '@usance/api/price';
import { instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { outside } from '../term/outside.ts';
import type { PriceRow } from './price.ts';

/**
 * Ends the open versions of contracts, or of the list, where new ones of their SKUs begin; answers what is still to be
 * stored: the new ones, and the versions in which the open ones go on where the new ones leave a time to them, since nobody
 * asked for a time without a price. Nobody asked for a version that goes on, either: one that begins with it takes its
 * place. New ones that an open one outlasts are known as passing.
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

/** Versions of one price: of a SKU in a currency, of a contract or of the list. */
const priceKeyOf = ({ sku_id, currency, contract_id }: PriceRow) => `${sku_id} ${currency} ${contract_id ?? ''}`;

/** Those without an end, of the prices that new versions are of: contracts may have thousands beside them. */
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

/** One parameter, however many they are. */
const any = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;

const beginsWith = (a: PriceRow, b: PriceRow) => a.effective_from.getTime() === b.effective_from.getTime();

/** Whether a new version takes time from an open one. */
function takesFrom(open: PriceRow, row: PriceRow): boolean {
  if (row.sku_id !== open.sku_id) return false;
  return row.effective_from > open.effective_from || (open.goes_on && beginsWith(open, row));
}

/** The times that are left to an open version, in order, each as a version. */
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
