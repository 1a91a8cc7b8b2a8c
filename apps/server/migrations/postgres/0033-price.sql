create table price (
  id             text primary key,
  sku_id         text not null references sku (id),
  contract_id    text references contract (id),
  currency       text not null check (currency in ('USD','CNY')),
  unit_price     numeric(38,12) not null check (unit_price >= 0),
  list_price     numeric(38,12) not null check (list_price >= 0),
  price_unit     text not null,
  effective_from timestamptz not null,
  effective_to   timestamptz,
  ended_by_next  boolean not null default false,
  origin_kind    text not null default 'list',
  origin_id      text,
  -- A version that continues another fills the time after a passing one.
  goes_on        boolean not null default false,
  -- A passing price was laid over an open one, which continues after it.
  passing        boolean not null default false,
  check (effective_to > effective_from),
  constraint price_origin_is_known check (origin_kind in ('list', 'contract', 'offer', 'billing_version')),
  constraint price_list_names_no_origin check (origin_id is null or origin_kind in ('offer', 'billing_version')),
  constraint price_of_the_list_is_nobodys check (origin_kind <> 'list' or contract_id is null),
  constraint price_of_a_contract_is_its_own check (origin_kind not in ('contract', 'offer') or contract_id is not null),
  constraint price_end_was_set check (effective_to is not null or not ended_by_next),
  constraint price_that_passes_has_an_end check (not passing or (effective_to is not null and not ended_by_next)),
  constraint price_versions_never_overlap exclude using gist (
    text_range(sku_id, sku_id, '[]') with &&,
    text_range(currency, currency, '[]') with &&,
    text_range(coalesce(contract_id, ''), coalesce(contract_id, ''), '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (origin_kind <> 'offer'),
  constraint price_versions_of_offers_never_overlap exclude using gist (
    text_range(sku_id, sku_id, '[]') with &&,
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (origin_kind = 'offer'),
  constraint price_of_an_offer_names_it check (origin_kind <> 'offer' or origin_id is not null
    and not ended_by_next and not goes_on and not passing)
);
comment on table price is 'Versions, each valid in [effective_from, effective_to). A contract''s own price wins over the list price.';
comment on column price.contract_id is 'Null for a list price.';
comment on column price.unit_price is 'Per unit of the SKU: what amounts are computed with.';
comment on column price.list_price is 'The quoted price per price_unit, which people see.';
comment on column price.ended_by_next is 'True if the version that begins at effective_to set this end. Deleting that version removes the end.';
comment on column price.origin_kind is 'The kind of agreement that it comes from; origin_id names it.';
comment on column price.goes_on is 'True if it continues a version after a passing one. A new version with the same beginning replaces it.';
comment on column price.passing is 'True if it lies in a version without an end, which continues after it.';
create index price_sku on price (sku_id, currency, effective_from);
create index price_contract on price (contract_id) where contract_id is not null;
create index price_of_offers on price (contract_id) where origin_kind = 'offer';
create trigger price_is_never_emptied before truncate on price
  for each statement execute function refuse_emptying();
create trigger price_keeps_its_terms before update on price
  for each row
  when (to_jsonb(new) - '{effective_to,ended_by_next,goes_on,passing}'::text[]
        is distinct from to_jsonb(old) - '{effective_to,ended_by_next,goes_on,passing}'::text[])
  execute function refuse_other_terms();
create trigger price_of_signed_months_never_comes after insert on price referencing new table as came
  for each statement execute function terms_of_signed_months_stay();
create trigger price_of_signed_months_never_goes after delete on price referencing old table as went
  for each statement execute function terms_of_signed_months_stay();
create trigger price_of_signed_months_stays after update on price referencing old table as went new table as came
  for each statement execute function terms_of_signed_months_stay();
