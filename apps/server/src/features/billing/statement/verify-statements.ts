import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { verifyPayments } from '../settlement/verify-payments.ts';
import { signedSums } from '../statement-record/signed-sums.ts';
import { linesOfStatement } from '../statement-record/statement.queries.ts';
import { shownLineOf } from './content/statement.ts';
import { statementDigest } from './signing/statement-digest.ts';

/**
 * Compares each statement with its lines, its digest, the month's rated usage and its payments in the ledger. Also
 * compares closed months with statements, and unsigned usage with the months that the calendar reads. One sentence
 * for each difference.
 */
export async function verifyStatements(db: DbOrTx): Promise<string[]> {
  return [
    ...(await verifySums(db)),
    ...(await verifyDigests(db)),
    ...(await verifyPassed(db)),
    ...(await verifyPayments(db)),
  ];
}

async function verifySums(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with told as ${signedSums()}
    select format('%s: the statement of %s states %s in %s lines, but its %s lines sum to %s (exactly %s, not %s)',
                  contract_id, month, amount, line_count, lines, lines_amount, lines_exact, exact_amount) as problem
      from told where line_count <> lines or exact_amount <> lines_exact or amount <> lines_amount
    union all
    select format('%s: the statement of %s sums %s rows of %s, but %s rows of %s were rated',
                  contract_id, month, rows, exact_amount, rated_rows, rated)
      from told where (rows <> rated_rows or exact_amount <> rated)
        and not exists (select from carried_month c where c.contract_id = told.contract_id and c.month = told.month)
    union all
    select format('%s: %s is closed but has no statement', contract_id, month) from closed_month c
      where not exists (select from statement s where s.contract_id = c.contract_id and s.month = c.month)
    union all
    select format('%s: %s has a statement but is not closed', contract_id, month) from statement s
      where not exists (select from closed_month c where s.contract_id = c.contract_id and s.month = c.month)`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}

/** Checks all statements, or those of one contract. */
export async function verifyDigests(db: DbOrTx, contractId?: string): Promise<string[]> {
  const problems: string[] = [];
  const all = db.selectFrom('statement').selectAll();
  const looked = contractId === undefined ? all : all.where('contract_id', '=', contractId);
  for (const {
    contract_id,
    id,
    month,
    currency,
    digest,
    marketplace_metered: marketplaceMetered,
  } of await looked.execute()) {
    const lines = (await linesOfStatement(db, contract_id, id)).map(shownLineOf);
    if (statementDigest({ contractId: contract_id, month, currency, marketplaceMetered }, lines) !== digest)
      problems.push(`${contract_id}: the lines of the statement of ${month} are not the signed ones`);
  }
  return problems;
}

/** Reports usage before the month from which the calendar reads: it would never be billed. */
async function verifyPassed(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select distinct format('%s: %s has usage and is not signed, but the calendar reads from %s on',
                           contract.id, used.month, coalesce(next.month, 'no month')) as problem
    from contract join (
        select contract_id, to_char(day, 'YYYY-MM') as month from usage_day
        union select contract_id, month from marketplace_share where amount <> 0
      ) as used on used.contract_id = contract.id
      left join next_to_sign as next on next.contract_id = contract.id
    where state in ('Active', 'End', 'Renewed') and not is_study
      and (next.month is null or used.month < next.month)
      and not exists (select from closed_month c where c.contract_id = contract.id and c.month = used.month)
      and not exists (select from waiting_month w where w.contract_id = contract.id and w.month = used.month)
    order by 1`.execute(db);
  return rows.map(({ problem }) => problem);
}
