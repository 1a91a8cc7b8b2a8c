import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Compares vouchers with the ledger and with their payments, and returns a sentence for each difference. A voucher's
 * denomination is the sum of its balance, the redeemed and the written-off amount.
 */
export async function verifyVouchers(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with moved as (
      select e.contract_id, substr(e.account, length('voucher:') + 1) as id, sum(e.amount) as balance,
             coalesce(sum(e.amount) filter (where p.kind = 'voucher'), 0) as granted,
             coalesce(-sum(e.amount) filter (where p.kind = 'overdue'), 0) as lapsed,
             min(p.at) filter (where p.kind = 'overdue') as lapsed_at
      from entry e join posting p on p.contract_id = e.contract_id and p.id = e.posting_id
      where e.account like 'voucher:%' group by 1, 2
    ), paid as (
      select contract_id, ref as id, sum(amount) as redeemed from settlement
      where kind = 'voucher' and reversed_by is null group by 1, 2
    ), said as (
      select v.*, coalesce(m.balance, 0) as booked, coalesce(m.granted, 0) as granted, coalesce(m.lapsed, 0) as written_off,
             m.lapsed_at, coalesce(p.redeemed, 0) as redeemed
      from voucher v left join moved m using (contract_id, id) left join paid p using (contract_id, id)
    )
    select format('%s: %s is worth %s, of which %s is left, %s redeemed and %s overdue', contract_id, id, denomination, balance, redeemed, lapsed) as problem
      from said where denomination <> balance + redeemed + lapsed
    union all
    select format('%s: %s says that %s of it is left and %s overdue, and the ledger %s and %s', contract_id, id, balance, lapsed, booked, written_off)
      from said where (balance, lapsed) <> (booked, written_off)
    union all
    select format('%s: %s is worth %s, and %s was granted', contract_id, id, denomination, granted)
      from said where denomination <> granted
    union all
    select format('%s: %s was written off before its end', contract_id, id)
      from said where lapsed_at < coalesce(end_at, 'infinity')
    union all
    select format('%s: %s ends otherwise than %s days after it begins', contract_id, id, valid_days)
      from said where end_at is distinct from start_at + make_interval(hours => valid_days * 24)
    union all
    select format('%s: %s is kept as the balance of its bound vouchers, which comes to %s', contract_id, coalesce(t.bound, 0), coalesce(b.bound, 0))
      from voucher_total t full join (
        select contract_id, sum(balance) as bound from voucher where start_at is not null group by contract_id
      ) as b using (contract_id) where coalesce(t.bound, 0) <> coalesce(b.bound, 0)
    union all
    select format('%s: %s moves money and is no voucher', m.contract_id, m.id) from moved m
      where not exists (select from voucher v where v.contract_id = m.contract_id and v.id = m.id)
    union all
    select format('%s: %s pays the statement of %s, of which no hour is in its window', p.contract_id, p.ref, s.month)
      from settlement p
      join statement s on s.contract_id = p.contract_id and s.id = p.statement_id
      join voucher v on v.contract_id = p.contract_id and v.id = p.ref
      where p.kind = 'voucher' and p.reversed_by is null
        and not coalesce(v.start_at < s.end_at and (v.end_at > s.start_at or exists (
          select from statement_line l where l.contract_id = s.contract_id and l.statement_id = s.id and l.adjustment)), false)`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}
