import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Recomputes the whole ledger from its entries and returns a sentence for each fault. Relies neither on stored balances
 * nor on constraints, only on `posting_legs`.
 */
export async function verifyLedger(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with walked as (
      select contract_id, account, version, amount, balance_after,
             row_number() over account_order as expected_version,
             sum(amount) over account_order as expected_balance
      from entry window account_order as (partition by contract_id, account order by version)
    ), counted as (
      select p.contract_id, p.id, p.no, p.legs, p.bank_after, count(e.amount) as entries,
             coalesce(sum(e.amount), 0) as total,
             row_number() over (partition by p.contract_id order by p.no) as expected_no,
             sum(coalesce(sum(e.amount) filter (where e.account in ('cash', 'frozen')), 0))
               over (partition by p.contract_id order by p.no) as expected_bank
      from posting p left join entry e on e.contract_id = p.contract_id and e.posting_id = p.id
      group by p.contract_id, p.id, p.no, p.legs, p.bank_after
    ), summed as (
      select a.contract_id, a.id, a.kind, a.balance, a.version, count(e.amount) as entries,
             coalesce(sum(e.amount), 0) as total
      from ledger_account a left join entry e on e.contract_id = a.contract_id and e.account = a.id
      group by a.contract_id, a.id, a.kind, a.balance, a.version
    )
    select format('Entries in %s add up to %s', c.currency, sum(e.amount)) as problem
      from entry e join contract c on c.id = e.contract_id group by c.currency having sum(e.amount) <> 0
    union all
    select format('%s: entry %s of %s is out of its chain', contract_id, version, account)
      from walked where version <> expected_version or balance_after <> expected_balance
    union all
    select format('%s: %s has balance %s at version %s, but %s entries that add up to %s',
                  contract_id, id, balance, version, entries, total)
      from summed where balance <> total or version <> entries
    union all
    select format('%s: %s stands at %s', contract_id, id, balance) from summed
      where (kind in ('cash', 'frozen', 'voucher', 'credit') and balance < 0) or (kind = 'receivable' and balance > 0)
    union all
    select format('%s: posting %s has %s entries that add up to %s', contract_id, id, entries, total)
      from counted where total <> 0 or entries <> legs
    union all
    select format('%s: posting %s is number %s with a bank balance of %s after it', contract_id, id, no, bank_after)
      from counted where no <> expected_no or bank_after <> expected_bank
    union all
    select format('%s: posting %s moves %s by %s, which a posting of kind %s never does', e.contract_id, p.id, e.account, e.amount, p.kind)
      from entry e join posting p on p.contract_id = e.contract_id and p.id = e.posting_id
      where not exists (select from posting_legs() leg
        where leg.kind = p.kind and leg.account = split_part(e.account, ':', 1) and leg.direction = sign(e.amount))`.execute(
    db,
  );
  return rows.map((row) => row.problem);
}
