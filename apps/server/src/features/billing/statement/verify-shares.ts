import { compare, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';
import { marketplaceShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
import { oursOf } from '../../metering/marketplace-share/split-hours.ts';

/**
 * Compares the amounts of linked contracts' statements with the hours of their months less the marketplace's share. A
 * share recorded in a signed month but not in its statement would be billed by neither. One sentence for each
 * difference.
 */
export async function verifyShares(db: DbOrTx): Promise<string[]> {
  const linked = await db
    .selectFrom('marketplace_link')
    .select('contract_id')
    .distinct()
    .orderBy('contract_id')
    .execute();
  const problems: string[] = [];
  for (const { contract_id } of linked) problems.push(...(await verifySharesOf(db, contract_id)));
  return problems;
}

/** Compares the statements of one contract, or that of a month, if the contract was ever linked. */
export async function verifySharesOf(db: DbOrTx, contractId: string, month?: string): Promise<string[]> {
  const shares = await marketplaceShares(db, contractId);
  if (!shares) return [];
  const signed = await db
    .selectFrom('statement')
    .select(['month', 'amount', 'marketplace_metered'])
    .where('contract_id', '=', contractId)
    .$if(month !== undefined, (all) => all.where('month', '=', month ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('carried_month as carried')
            .select('carried.month')
            .whereRef('carried.contract_id', '=', 'statement.contract_id')
            .whereRef('carried.month', '=', 'statement.month'),
        ),
      ),
    )
    .execute();
  const { rows } = await sql<{ month: string; hour: Date; amount: string }>`
    select to_char(day, 'YYYY-MM') as month, used.hour, sum(used.amount)::numeric(38, 12) as amount
    from ${hoursOfDays(sql`${contractId}`)} group by 1, 2`.execute(db);
  const used = Map.groupBy(rows, ({ month }) => month);
  return signed.flatMap(({ month: signedMonth, amount, marketplace_metered }) => {
    const hours = (used.get(signedMonth) ?? []).map((row) => ({ hour: instantOf(row.hour), amount: row.amount }));
    const ours = roundHalfUp(sum(oursOf(shares, signedMonth, hours).map((each) => each.amount)), 2);
    const asked = subtract(amount, marketplace_metered);
    if (compare(ours, asked) === 0) return [];
    return [
      `${contractId}: the statement of ${signedMonth} says that a marketplace bills ${marketplace_metered}, but its hours differ`,
    ];
  });
}
