import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Repricing } from '../billing-day/dirty-days.ts';
import { lastClosedMonth, signedUpTo } from '../closed-month/closed-month.ts';
import type { PriceRow } from './price.ts';

/**
 * Refuses with 409 changes of price, all of one contract or of all contracts of one currency, that begin before the end
 * of a month signed under them: what was billed stays.
 */
export async function assertUnsignedFrom(tx: Tx, changes: readonly Repricing[]): Promise<void> {
  const signed = await signedUntil(tx, changes[0]);
  if (signed && changes.some(({ from }) => from < signed.until)) throw refusal(signed);
}

/**
 * As assertUnsignedFrom, for new versions, all of one contract or of the list. A contract's own may begin where, as long
 * as months are signed, it had no price at all: nothing signed stands on it, and late usage of then has no other way to
 * be billed.
 */
export async function assertNothingSignedUnder(tx: Tx, coming: readonly PriceRow[]): Promise<void> {
  const [first] = coming;
  const signed = await signedUntil(tx, first && { contractId: first.contract_id, currency: first.currency });
  if (!signed) return;
  for (const row of coming)
    if (row.effective_from < signed.until && !(await wasWithoutPrice(tx, row, signed.until))) throw refusal(signed);
}

interface Signed {
  readonly month: BillingMonth;
  readonly until: Date;
}

async function signedUntil(
  tx: Tx,
  scope: Pick<Repricing, 'contractId' | 'currency'> | undefined,
): Promise<Signed | undefined> {
  const month = scope && (await lastClosedMonth(tx, scope));
  return month && { month, until: new Date(rangeOf(month, billingZoneOf(scope.currency)).end) };
}

const refusal = ({ month }: Signed) => signedUpTo(month, 'prices of signed months do not change');

async function wasWithoutPrice(tx: Tx, { sku_id, contract_id, ...row }: PriceRow, until: Date): Promise<boolean> {
  if (contract_id === null) return false;
  const { rows } = await sql`
    select from price
    where sku_id = ${sku_id} and currency = ${row.currency} and (contract_id is null or contract_id = ${contract_id})
      and tstzrange(effective_from, effective_to)
        && tstzrange(${row.effective_from}, least(${row.effective_to}::timestamptz, ${until}))
    limit 1`.execute(tx);
  return rows.length === 0;
}
