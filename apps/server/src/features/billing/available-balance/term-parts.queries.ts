import { type BalancePart, vouchersExplained } from '@usance/api/billing/available-balance';
import type { Currency } from '@usance/money/currency';
import { withFormatted } from '@usance/money/display';
import { billingMonthOf } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { openMonths } from '../../metering/billing-day/open-months.ts';
import { heldByCause } from '../../money/frozen/frozen.queries.ts';

/** The account whose terms are read, in one view of the data, and the instant. */
export interface ReadTerms {
  readonly tx: Tx;
  readonly contract: { readonly id: string; readonly currency: Currency };
  readonly at: Date;
}

/** The movements of cash by kind, without deductions that were given back, as the list of movements has them. */
export async function partsOfCash({ tx, contract }: ReadTerms): Promise<BalancePart[]> {
  const { rows } = await sql<{ kind: 'deposit' | 'deduct' | 'withdraw'; count: number; amount: string }>`
    with moved as (
      select kind, amount, memo ->> 'statementID' as statement
      from entry join posting on posting.contract_id = entry.contract_id and posting.id = posting_id
      where entry.contract_id = ${contract.id} and account in ('cash', 'frozen') and kind not in ('freeze', 'unfreeze'))
    select kind, count(*)::int as count, sum(amount) as amount from moved
    where kind <> 'unsign' and not (kind = 'deduct'
      and coalesce(statement, '') in (select coalesce(back.statement, '-') from moved back where back.kind = 'unsign'))
    group by kind order by kind`.execute(tx);
  return rows.map(({ amount, ...part }) => ({ ...part, ...withFormatted({ amount }, contract.currency) }));
}

/** The balances of the vouchers that have not ended: the largest one by one, and the others together. */
export async function partsOfVouchers({ tx, contract, at }: ReadTerms): Promise<BalancePart[]> {
  const { rows } = await sql<{ id: string | null; end_at: Date | null; count: number; amount: string }>`
    with valid as (
      select id, end_at, balance, row_number() over (order by balance desc, id) as place from voucher
      where contract_id = ${contract.id} and start_at is not null and end_at > ${at} and balance > 0)
    select listed.id, listed.end_at, count(*)::int as count, sum(valid.balance) as amount
    from valid left join valid as listed on listed.id = valid.id and listed.place <= ${vouchersExplained}
    group by listed.id, listed.end_at, listed.place order by listed.place`.execute(tx);
  return rows.map(({ id, end_at, count, amount }) => ({
    ...(id === null || end_at === null
      ? { kind: 'otherVouchers' as const, count }
      : { kind: 'voucher' as const, voucherID: id, end: end_at.toISOString() }),
    ...withFormatted({ amount }, contract.currency),
  }));
}

/** The credit that each statement left or used, for statements that it does not leave even. */
export async function partsOfCredit({ tx, contract }: ReadTerms): Promise<BalancePart[]> {
  const { rows } = await sql<{ statement: string; start: string; amount: string }>`
    select memo ->> 'statementID' as statement, min(memo ->> 'statementStart') as start, sum(amount) as amount
    from entry join posting on posting.contract_id = entry.contract_id and posting.id = posting_id
    where entry.contract_id = ${contract.id} and account = 'credit'
    group by 1 having sum(amount) <> 0 order by 2, 1`.execute(tx);
  return rows.map(({ statement, start, amount }) => ({
    kind: 'credit',
    statementID: statement,
    month: billingMonthOf(instantOf(new Date(start)), billingZoneOf(contract.currency)),
    ...withFormatted({ amount }, contract.currency),
  }));
}

/** The cash held for each cause. */
export async function partsOfHolds({ tx, contract }: ReadTerms): Promise<BalancePart[]> {
  const held = await heldByCause(tx, contract.id);
  return [...held].map(([cause, amount]) => ({
    kind: 'hold',
    cause,
    ...withFormatted({ amount }, contract.currency),
  }));
}

/** The usage of each open month, which the contract pays directly. */
export async function partsOfUsage({ tx, contract }: ReadTerms): Promise<BalancePart[]> {
  const months = await openMonths(tx, contract.id);
  return months.map(({ range, exact }) => ({
    kind: 'month',
    month: billingMonthOf(range.start, billingZoneOf(contract.currency)),
    ...withFormatted({ amount: exact }, contract.currency),
  }));
}

/** The statements that are due, or those that are overdue. A dispute is due with what no cash is held for. */
export async function partsOfStatements(
  { tx, contract, at }: ReadTerms,
  which: 'due' | 'overdue',
): Promise<BalancePart[]> {
  const { rows } = await sql<{ id: string; month: string; amount: string }>`
    select id, month, undeducted - case when is_disputed then frozen else 0 end as amount
    from (select *, confirm_state = 'manualProcessing' as is_disputed from statement
      where contract_id = ${contract.id} and undeducted > 0) as unpaid
    where (not is_disputed and overdue_from <= ${at}) = ${which === 'overdue'}
      and (not is_disputed or undeducted > frozen)
    order by month`.execute(tx);
  return rows.map(({ id, month, amount }) => ({
    kind: 'statement',
    statementID: id,
    month,
    ...withFormatted({ amount }, contract.currency),
  }));
}
