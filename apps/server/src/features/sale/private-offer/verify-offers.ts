import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { signedEnd } from '../../metering/closed-month/closed-month.ts';

/**
 * Compares accepted offers with the stored prices and tiers, and returns a sentence for each difference: missing,
 * extra, or with other values or times.
 */
export async function verifyOffers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with held as (
      select contract_id, private_offer.id, currency, effective_date as from_at,
        least(coalesce(expiration_date, 'infinity'), private_offer.ended_at) as to_at
      from private_offer join contract on contract.id = contract_id
      where response_action = 'accept' and effective_date < least(coalesce(expiration_date, 'infinity'), private_offer.ended_at)
    ), wanted as (
      select held.*, 'price of ' || sku_id as of,
          concat_ws(' ', currency, price, 'told as', list_price, 'per', price_unit) as terms
        from held join private_offer_item as item on (item.contract_id, item.offer_id) = (held.contract_id, held.id)
      union all
      select held.*, 'tiers',
          (select string_agg(concat_ws(' ', min_threshold, max_threshold, discount_rate), ', ' order by tier_level)
            from private_offer_tier as tier where (tier.contract_id, tier.offer_id) = (held.contract_id, held.id))
        from held where exists (select from private_offer_tier as tier
          where (tier.contract_id, tier.offer_id) = (held.contract_id, held.id))
    ), kept as (
      select contract_id, origin_id as id, effective_from, coalesce(effective_to, 'infinity') as effective_to,
          'price of ' || sku_id as of,
          concat_ws(' ', currency, unit_price, 'told as', list_price, 'per', price_unit) as terms
        from price where origin_kind = 'offer'
      union all
      select contract_id, source_id, effective_from, coalesce(effective_to, 'infinity'), 'tiers',
          (select string_agg(concat_ws(' ', min_threshold, max_threshold, discount_rate), ', ' order by tier_level)
            from tier where (tier.contract_id, tier.tiered_rate_id) = (rate.contract_id, rate.id))
        from tiered_rate as rate where source_kind = 'offer'
    ), signed as (
      select id as contract_id, ${signedEnd(sql`contract.id`, sql`contract.currency`)} as until
      from contract where id in (select contract_id from private_offer)
    )
    select format('%s: offer %s, %s %s', contract_id, id, of, problem) as problem
    from wanted full join kept using (contract_id, id, of) left join signed using (contract_id), lateral (select case
      when kept.terms is null then 'is not what usage is rated by'
      when wanted.terms <> kept.terms then format('is %s, and the offer says %s', kept.terms, wanted.terms)
      when from_at <> effective_from then format('holds from %s, and the offer from %s', effective_from, from_at)
      -- What lies in signed months stays, also where nothing says it any more.
      when effective_to <= until and effective_to >= coalesce(to_at, '-infinity') then null
      when wanted.terms is null then 'rates usage, and no accepted offer says so'
      when to_at <> effective_to then format('holds until %s, and the offer until %s', effective_to, to_at)
    end as problem) as found
    where problem is not null
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
