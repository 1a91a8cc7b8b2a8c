import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/**
 * Accepted offers against the prices and tiers that usage is rated by: each is there, as the offer says it and for as long
 * as it holds, and none is there that no offer says. One sentence for each difference.
 */
export async function verifyOffers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with held as (
      select contract_id, id, effective_date as from_at, end_reason,
        least(coalesce(expiration_date, 'infinity'), ended_at) as to_at
      from private_offer
      where response_action = 'accept' and effective_date < least(coalesce(expiration_date, 'infinity'), ended_at)
    ), wanted as (
      select held.*, 'price of ' || sku_id as of, price::text as terms
        from held join private_offer_item as item on (item.contract_id, item.offer_id) = (held.contract_id, held.id)
      union all
      select held.*, 'tiers',
          (select string_agg(concat_ws(' ', min_threshold, max_threshold, discount_rate), ', ' order by tier_level)
            from private_offer_tier as tier where (tier.contract_id, tier.offer_id) = (held.contract_id, held.id))
        from held where exists (select from private_offer_tier as tier
          where (tier.contract_id, tier.offer_id) = (held.contract_id, held.id))
    ), kept as (
      select contract_id, origin_id as id, effective_from, coalesce(effective_to, 'infinity') as effective_to,
          'price of ' || sku_id as of, unit_price::text as terms
        from price where origin_kind = 'offer'
      union all
      select contract_id, source_id, effective_from, coalesce(effective_to, 'infinity'), 'tiers',
          (select string_agg(concat_ws(' ', min_threshold, max_threshold, discount_rate), ', ' order by tier_level)
            from tier where (tier.contract_id, tier.tiered_rate_id) = (rate.contract_id, rate.id))
        from tiered_rate as rate where source_kind = 'offer'
    )
    select format('%s: offer %s, %s %s', contract_id, id, of, problem) as problem
    from wanted full join kept using (contract_id, id, of), lateral (select case
      when kept.terms is null then 'is not what usage is rated by'
      when wanted.terms is null then 'rates usage, and no accepted offer says so'
      when wanted.terms <> kept.terms then format('is %s, and the offer says %s', kept.terms, wanted.terms)
      when from_at <> effective_from then format('holds from %s, and the offer from %s', effective_from, from_at)
      -- Where its contract has ended nothing is used, and an end in a signed month stays.
      when to_at <> effective_to and (end_reason is distinct from 'contract_ended' or effective_to < to_at)
        then format('holds until %s, and the offer until %s', effective_to, to_at)
    end as problem) as found
    where problem is not null
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
