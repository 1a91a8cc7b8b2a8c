import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';

/**
 * Checks every contract's terms and returns a sentence for each fault.
 * Faults are overlapping versions (except a temporary one inside another), an end before the start, and an end for a
 * missing next version.
 */
export async function verifyTerms(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with version as (
      select 'credit limit' as kind, contract_id, '' as of, id, effective_from, effective_to, ended_by_next, temporary
        from credit_limit
      union all select 'grace period', contract_id, '', id, effective_from, effective_to, ended_by_next, temporary
        from grace_period
      union all select 'discount', contract_id, '', id, effective_from, effective_to, ended_by_next, temporary from discount
      union all select 'purchase blacklist', contract_id, sku_id, id, effective_from, effective_to, ended_by_next, temporary
        from purchase_blacklist
      union all select 'tiers', contract_id, '', id, effective_from, effective_to, ended_by_next, temporary from tiered_rate
    ), beside as (
      select *,
        max(coalesce(effective_to, 'infinity')) over (partition by kind, contract_id, of, temporary order by effective_from, id
          rows between unbounded preceding and 1 preceding) as held_until,
        lead(effective_from) over (partition by kind, contract_id, of, temporary order by effective_from, id) as next_from
      from version
    )
    select format('%s: %s %s %s', contract_id, kind, id, problem) as problem
    from beside, lateral (values
      ('holds while another one does', held_until > effective_from),
      ('ends before it begins', effective_to <= effective_from),
      ('ends where the next one begins, and none does',
        ended_by_next and (effective_to is null or effective_to is distinct from next_from))
    ) as found (problem, is_so)
    where is_so order by contract_id, kind, id, problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
