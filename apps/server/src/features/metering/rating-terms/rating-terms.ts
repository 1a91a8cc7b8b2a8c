import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { type PricesOf, pricesFor, type Reach, reachOfPrices } from './reach.ts';

/**
 * The one place that knows which runs can have read the terms that hold now: prices with their discounts, and the words
 * of SKUs. A change of terms, a run that begins and a run that comes to count see each other here, whoever comes first.
 */

type Rated = Pick<ContractRow, 'id' | 'currency'>;

/**
 * Whoever changes prices or discounts does this before the first of them: until the transaction ends no run that they
 * reach begins or comes to count, and no month that they reach is signed.
 */
export function changePrices(tx: Tx, changes: readonly PricesOf[]): Promise<void> {
  return changeTerms(tx, [...new Set(changes.map(reachOfPrices))]);
}

/** Whoever changes the words of SKUs does this before the first of them: until the transaction ends no run begins. */
export function changeWords(tx: Tx): Promise<void> {
  return changeTerms(tx, ['words']);
}

/** The numbers are drawn under the lock: a run that began while this waited has a lower one, and read the terms before. */
async function changeTerms(tx: Tx, reached: readonly Reach[]): Promise<void> {
  assertAllOf(reached, await termsOf(tx, reached).forNoKeyUpdate().execute());
  await tx
    .updateTable('rating_terms')
    .set({ changed_run: sql<string>`nextval('purchase_run_no')` })
    .where('reach', 'in', reached)
    .execute();
}

/** The contract's prices stay until the transaction ends; answers the number below which runs may not have read them. */
export async function holdPrices(tx: Tx, contract: Rated): Promise<bigint> {
  const held = await shareTerms(tx, pricesFor(contract));
  return held.reduce((last, { changed_run }) => (BigInt(changed_run) > last ? BigInt(changed_run) : last), 0n);
}

/** Numbers for runs of a contract that are about to begin: they read all terms that were changed under a lower one. */
export async function drawRuns(db: Db, contract: Rated, count: number): Promise<bigint[]> {
  return db.transaction().execute(async (tx) => {
    await shareTerms(tx, ['words', ...pricesFor(contract)]);
    const { rows } = await sql<{ no: string }>`
      select nextval('purchase_run_no') as no from generate_series(1, ${count}::int)`.execute(tx);
    return rows.map(({ no }) => BigInt(no));
  });
}

async function shareTerms(tx: Tx, reached: readonly Reach[]) {
  const terms = await termsOf(tx, reached).forShare().execute();
  assertAllOf(reached, terms);
  return terms;
}

function termsOf(tx: Tx, reached: readonly Reach[]) {
  return tx.selectFrom('rating_terms').select('changed_run').where('reach', 'in', reached).orderBy('reach');
}

/** Where a row is missing nobody waits for anybody, and runs at old terms would count. */
function assertAllOf(reached: readonly Reach[], terms: readonly unknown[]): void {
  if (terms.length !== reached.length) throw new Error(`rating_terms lacks some of ${reached.join(', ')}`);
}

/** The contract's days from `first` to `last` that count with a run that may have read other terms than hold now. */
export async function daysOfOldTerms(db: DbOrTx, contract: Rated, first: Day, last: Day): Promise<Day[]> {
  const rows = await db
    .selectFrom('rated_day')
    .select('day')
    .where('contract_id', '=', contract.id)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('run_no', '<', ({ selectFrom }) =>
      selectFrom('rating_terms')
        .select(({ fn }) => fn.max('changed_run').as('last'))
        .where('reach', 'in', ['words', ...pricesFor(contract)]),
    )
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => parseDay(day));
}
