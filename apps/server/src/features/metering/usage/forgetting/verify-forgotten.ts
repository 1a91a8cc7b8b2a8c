import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { type UsageMonth, unequalMonths } from './unequal-months.ts';

const monthsAtOnce = 1_000;

/**
 * Compares each month in which rows of batches were deleted with the usage database; yields a sentence for each
 * difference, and for numbers that no deleted batch can have had.
 */
export async function* verifyForgotten(engines: Pick<Deps, 'db' | 'clickhouse'>): AsyncGenerator<string> {
  for (let after: UsageMonth = { contractId: '', month: '' }; ; ) {
    const months = await forgottenMonths(engines.db, after);
    const last = months.at(-1);
    if (!last) break;
    for (const { contractId, month, rows, stored } of await unequalMonths(engines, months))
      yield `${contractId}: batches of ${month} were acknowledged with ${rows} rows, and the usage database has ${stored === rows ? 'as many rows, of other records' : stored}`;
    after = last;
  }
  yield* await numbersTooHigh(engines.db);
}

/** The newest batch of a contract is never deleted. */
async function numbersTooHigh(db: Deps['db']): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s: batch %s of %s is said to be deleted, but no newer batch of the contract is kept', contract_id, last_no, month)
      as problem
    from forgotten_batches as forgotten
    where not exists (select from usage_batch as later
      where later.contract_id = forgotten.contract_id and later.batch_no > forgotten.last_no)`.execute(db);
  return rows.map(({ problem }) => problem);
}

function forgottenMonths(db: Deps['db'], after: UsageMonth): Promise<UsageMonth[]> {
  return db
    .selectFrom('forgotten_batches')
    .select(['contract_id as contractId', 'month'])
    .where((eb) => eb(eb.refTuple('contract_id', 'month'), '>', eb.tuple(after.contractId, after.month)))
    .orderBy('contract_id')
    .orderBy('month')
    .limit(monthsAtOnce)
    .execute();
}
