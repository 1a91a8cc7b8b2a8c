import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { type PricesOf, pricesFor, type Reach, reachOfPrices } from './reach.ts';

/**
 * Rows of `rating_terms` are the locks between changes of terms and rating runs. Terms are prices, discounts and the
 * words of SKUs. From their run numbers follows which runs have read old terms.
 */

type Rated = Pick<ContractRow, 'id' | 'currency'>;

/**
 * Call before the first change of prices or discounts. Until the transaction ends, no affected run starts or goes live,
 * and no affected month is signed.
 */
export function changePrices(tx: Tx, changes: readonly PricesOf[]): Promise<void> {
  return changeTerms(tx, [...new Set(changes.map(reachOfPrices))]);
}

/** Call before the first change to the words of SKUs. Until the transaction ends, no run starts. */
export function changeWords(tx: Tx): Promise<void> {
  return changeTerms(tx, ['words']);
}

/**
 * The number is drawn under the lock, so a run that started while this call waited has a lower number and has read the
 * old terms.
 */
async function changeTerms(tx: Tx, reached: readonly Reach[]): Promise<void> {
  assertAllOf(reached, await termsOf(tx, reached).forNoKeyUpdate().execute());
  await tx
    .updateTable('rating_terms')
    .set({ changed_run: sql<string>`nextval('purchase_run_no')` })
    .where('reach', 'in', reached)
    .execute();
}

/**
 * Locks the contract's prices until the transaction ends. Returns the run number below which runs may have read older
 * prices.
 */
export async function lockPrices(tx: Tx, contract: Rated): Promise<bigint> {
  return (await lockPricesOf(tx, [contract])).get(contract.id) ?? 0n;
}

/** Like `lockPrices`, for several contracts at once. */
export async function lockPricesOf(tx: Tx, contracts: readonly Rated[]): Promise<ReadonlyMap<string, bigint>> {
  const terms = await shareTerms(tx, allPricesFor(contracts));
  const changedRun = new Map(terms.map(({ reach, changed_run }) => [reach, changed_run]));
  return new Map(
    contracts.map((contract) => {
      const runs = pricesFor(contract).map((reach) => changedRun.get(reach) ?? '0');
      return [contract.id, runs.reduce((last, run) => (BigInt(run) > last ? BigInt(run) : last), 0n)];
    }),
  );
}

/** Draws numbers for runs that are about to start. Those runs read all terms that changed under a lower number. */
export async function drawRuns(db: Db, contracts: readonly Rated[], count: number): Promise<bigint[]> {
  return db.transaction().execute(async (tx) => {
    await shareTerms(tx, ['words', ...allPricesFor(contracts)]);
    const { rows } = await sql<{ no: string }>`
      select nextval('purchase_run_no') as no from generate_series(1, ${count}::int)`.execute(tx);
    return rows.map(({ no }) => BigInt(no));
  });
}

const allPricesFor = (contracts: readonly Rated[]) => [...new Set(contracts.flatMap(pricesFor))];

async function shareTerms(tx: Tx, reached: readonly Reach[]) {
  const terms = await termsOf(tx, reached).forShare().execute();
  assertAllOf(reached, terms);
  return terms;
}

function termsOf(tx: Tx, reached: readonly Reach[]) {
  return tx.selectFrom('rating_terms').select(['reach', 'changed_run']).where('reach', 'in', reached).orderBy('reach');
}

/** Without its row a lock is missing, and runs with old terms could go live. */
function assertAllOf(reached: readonly Reach[], terms: readonly unknown[]): void {
  if (terms.length !== reached.length) throw new Error(`rating_terms lacks some of ${reached.join(', ')}`);
}

/** Returns the contract's days from `first` to `last` whose live run may have read older terms. */
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
