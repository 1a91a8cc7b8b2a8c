import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { paidSums, paymentSums } from './paid-sums.ts';

/**
 * Compares the payments in statements with their rows, the rows with the ledger's legs, and the contract's revenue,
 * credit and holds with its statements. Each statement is also checked by itself, since cash held for one that does
 * not say so would never be released. One sentence for each difference.
 */
export async function verifyPayments(db: DbOrTx): Promise<string[]> {
  return [...(await verifyPaid(db)), ...(await verifyLegs(db)), ...(await verifyBooks(db))];
}

async function verifyPaid(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with said as ${paidSums}
    select format('%s: vouchers, credit at signing, credit and cash paid %s, %s, %s and %s of the statement of %s according to the statement, but %s, %s, %s and %s according to its payments',
                  contract_id, voucher_deducted, credit_applied, credit_deducted, cash_deducted, month,
                  voucher, credit_at_signing, credit_later, cash) as problem
      from said where (voucher_deducted, credit_applied, credit_deducted, cash_deducted)
                      <> (voucher, credit_at_signing, credit_later, cash)
    union all
    select format('%s: %s is paid but is not a statement', contract_id, statement_id) from ${paymentSums} p
      where not exists (select from statement s where s.contract_id = p.contract_id and s.id = p.statement_id)
    union all
    select format('%s: %s of the statement of %s is unpaid, but the ledger has %s', contract_id, undeducted, month, receivable)
      from said where undeducted <> receivable
    union all
    select format('%s: the ledger has %s on %s, which is not a statement', contract_id, balance, ref) from ledger_account a
      where kind = 'receivable' and balance <> 0
        and not exists (select from statement s where s.contract_id = a.contract_id and s.id = a.ref)`.execute(db);
  return rows.map(({ problem }) => problem);
}

async function verifyLegs(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with leg as (
      select e.contract_id, e.posting_id, e.account, e.amount, p.kind, p.memo ->> 'statementID' as statement_id
      from entry e join posting p on p.contract_id = e.contract_id and p.id = e.posting_id
      where p.kind in ('sign', 'deduct', 'unsign')
    )
    select format('%s: %s of %s paid %s for %s, but the ledger has no such leg',
                  contract_id, account, posting_id, amount, statement_id) as problem
      from settlement s where not exists (
        select from leg where leg.contract_id = s.contract_id and leg.posting_id = s.posting_id
          and leg.account = s.account and leg.amount = -s.amount and leg.statement_id = s.statement_id
          and leg.kind <> 'unsign')
    union all
    select format('%s: %s of %s was returned by %s, but the ledger has no such posting',
                  contract_id, account, posting_id, reversed_by)
      from settlement s where reversed_by is not null and not exists (
        select from leg where leg.contract_id = s.contract_id and leg.posting_id = s.reversed_by
          and leg.statement_id = s.statement_id and leg.kind = 'unsign')
    union all
    select format('%s: posting %s takes %s from %s but pays no statement', contract_id, posting_id, -amount, account)
      from leg where kind <> 'unsign' and amount < 0 and (account in ('cash', 'credit') or account like 'voucher:%')
        and not exists (select from settlement s where s.contract_id = leg.contract_id
          and s.posting_id = leg.posting_id and s.account = leg.account)`.execute(db);
  return rows.map(({ problem }) => problem);
}

async function verifyBooks(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with earned as (
      select e.contract_id, p.memo ->> 'statementID' as statement_id, sum(e.amount) as amount
      from entry e join posting p on p.contract_id = e.contract_id and p.id = e.posting_id
      where e.account = 'revenue' group by 1, 2
    ), held as (
      select e.contract_id, p.memo ->> 'statementID' as statement_id, sum(e.amount) as amount
      from entry e join posting p on p.contract_id = e.contract_id and p.id = e.posting_id
      where e.account = 'frozen' and p.memo ? 'statementID' group by 1, 2
    ), said as (
      select contract_id, sum(greatest(marketplace_metered - amount, 0) + credited - credit_applied - credit_deducted) as credit, sum(frozen) as frozen
      from statement group by contract_id
    ), kept as (
      select contract_id, coalesce(sum(balance) filter (where id = 'credit'), 0) as credit,
             coalesce(sum(balance) filter (where id = 'frozen'), 0) as frozen
      from ledger_account group by contract_id
    )
    select format('%s: the statement of %s amounts to %s, %s of it returned, but its postings book %s',
                  s.contract_id, s.month, s.amount - s.marketplace_metered, s.credited, coalesce(e.amount, 0)) as problem
      from statement s left join earned e on e.contract_id = s.contract_id and e.statement_id = s.id
      where s.amount - s.marketplace_metered - s.credited <> coalesce(e.amount, 0)
    union all
    select format('%s: the ledger books %s for %s, which is not a statement', contract_id, amount, coalesce(statement_id, 'nothing'))
      from earned e where amount <> 0
        and not exists (select from statement s where s.contract_id = e.contract_id and s.id = e.statement_id)
    union all
    select format('%s: its statements leave %s of credit, but the ledger has %s',
                  contract_id, coalesce(said.credit, 0), coalesce(kept.credit, 0))
      from said full join kept using (contract_id) where coalesce(said.credit, 0) <> coalesce(kept.credit, 0)
    union all
    select format('%s: %s is held for the statement of %s according to the statement, but its postings hold %s',
                  s.contract_id, s.frozen, s.month, coalesce(h.amount, 0))
      from statement s left join held h on h.contract_id = s.contract_id and h.statement_id = s.id
      where s.frozen <> coalesce(h.amount, 0)
    union all
    select format('%s: %s is held for %s, which is not a statement', contract_id, amount, statement_id)
      from held h where amount <> 0
        and not exists (select from statement s where s.contract_id = h.contract_id and s.id = h.statement_id)
    union all
    select format('%s: %s is held for its statements, but the ledger holds %s', contract_id, said.frozen, coalesce(kept.frozen, 0))
      from said left join kept using (contract_id) where said.frozen > coalesce(kept.frozen, 0)
    union all
    select format('%s: %s is held for the statement of %s, of which %s is unpaid', contract_id, frozen, month, undeducted)
      from statement where frozen > undeducted`.execute(db);
  return rows.map(({ problem }) => problem);
}
