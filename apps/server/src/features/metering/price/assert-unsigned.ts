import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import type { PriceRow } from './price.ts';

type Scope = Pick<PriceRow, 'contract_id' | 'currency' | 'effective_from'>;

/** Refuses with 409 a change of price that begins before the end of a month signed under it: what was billed stays. */
export async function assertUnsignedFrom(tx: Tx, changes: readonly Scope[]): Promise<void> {
  const first = changes[0];
  if (!first) return;
  const { rows } = await sql<{ month: string | null }>`
    select max(statement.month) as month from statement
    join contract on contract.id = statement.contract_id
    where contract.currency = ${first.currency}
      and (${first.contract_id}::text is null or contract.id = ${first.contract_id})`.execute(tx);
  const month = rows[0]?.month;
  if (!month) return;
  const signedUntil = rangeOf(parseBillingMonth(month), billingZoneOf(first.currency)).end;
  if (changes.some((change) => change.effective_from.getTime() < signedUntil)) {
    throw conflict('MONTH_SIGNED', `Statements are signed up to ${month}; prices of signed months do not change.`);
  }
}
