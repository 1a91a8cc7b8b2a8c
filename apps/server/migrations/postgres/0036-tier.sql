-- Graduated tiers: the share of item prices that a contract pays, by the month's sum so far.
create table tiered_rate (
  contract_id    text not null references contract (id),
  id             text not null,
  tier_mode      text not null check (tier_mode = 'graduated'),
  source_kind    text not null check (source_kind in ('contract', 'offer')),
  source_id      text check (source_id is null or source_kind = 'offer'),
  effective_from timestamptz not null check (isfinite(effective_from)),
  effective_to   timestamptz check (isfinite(effective_to)),
  created_at     timestamptz not null,
  ended_by_next  boolean not null default false,
  temporary      boolean not null default false,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint tiered_rate_temporary_has_an_end check (not temporary
    or not ended_by_next and (effective_to is not null or source_kind = 'offer')),
  constraint tiered_rate_of_an_offer_names_it check (source_kind <> 'offer' or source_id is not null and temporary),
  constraint temporary_tiered_rates_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (temporary and source_kind <> 'offer'),
  constraint tiered_rates_of_offers_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (source_kind = 'offer'),
  constraint tiered_rates_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (not temporary)
);
comment on table tiered_rate is 'The rates of usage that begins in [effective_from, effective_to). Each change first draws a run number into rating_terms, as a change of prices does.';
comment on column tiered_rate.ended_by_next is 'The version that begins at `effective_to` set it, and nobody asked for it.';
comment on column tiered_rate.temporary is
  'It takes its time from the version that it lies in, which continues after it. Versions of offers lie over all others.';
create trigger tiered_rate_is_never_emptied before truncate on tiered_rate
  for each statement execute function refuse_emptying();
-- Like a discount, only the end of a version changes, and never within a signed month.
create trigger tiered_rate_of_signed_months_never_comes after insert on tiered_rate referencing new table as came
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_of_signed_months_never_goes after delete on tiered_rate referencing old table as went
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_of_signed_months_stays after update on tiered_rate referencing old table as went new table as came
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_is_noted after insert or update or delete on tiered_rate
  for each row execute function note_change('contract_id', '{
    contract_id, id, tier_mode, source_kind, source_id, effective_from, effective_to, created_at, temporary
  }');
create trigger tiered_rate_keeps_its_terms before update on tiered_rate for each row
  when (to_jsonb(new) - '{effective_to,ended_by_next}'::text[]
    is distinct from to_jsonb(old) - '{effective_to,ended_by_next}'::text[])
  execute function refuse_other_terms();

-- A ladder of tiers is unbroken from 0: each tier begins where the one below it ends.
create table tier (
  contract_id    text not null,
  tiered_rate_id text not null,
  tier_level     int not null check (tier_level between 1 and 50),
  tier_below     int generated always as (nullif(tier_level - 1, 0)) stored,
  min_threshold  numeric(22,8) not null check (min_threshold >= 0),
  max_threshold  numeric(22,8) check (max_threshold > min_threshold),
  discount_rate  numeric(7,6) not null check (discount_rate > 0 and discount_rate <= 1),
  primary key (contract_id, tiered_rate_id, tier_level),
  foreign key (contract_id, tiered_rate_id) references tiered_rate (contract_id, id) on delete cascade,
  constraint tier_ends_once unique (contract_id, tiered_rate_id, tier_level, max_threshold),
  constraint tier_begins_where_the_one_below_ends
    foreign key (contract_id, tiered_rate_id, tier_below, min_threshold)
    references tier (contract_id, tiered_rate_id, tier_level, max_threshold) deferrable initially deferred,
  constraint first_tier_begins_at_0 check ((tier_level = 1) = (min_threshold = 0))
);
comment on column tier.max_threshold is 'Exclusive, in the contract''s currency; null: no upper limit, as only the last tier has none.';
comment on column tier.discount_rate is 'A multiplier of what item prices come to: 0.85 means pay 85 %.';
create trigger tier_is_never_emptied before truncate on tier for each statement execute function refuse_emptying();
create trigger tier_is_noted after insert or delete on tier
  for each row execute function note_change('contract_id', '{
    contract_id, tiered_rate_id, tier_level, min_threshold, max_threshold, discount_rate
  }');
create trigger tier_never_changes before update on tier for each statement execute function refuse_change();

-- No tier can begin above one without a limit, so one such tier completes the ladder.
create function tiered_rate_has_a_last_tier() returns trigger language plpgsql as $$
begin
  if exists (select from tiered_rate where contract_id = new.contract_id and id = new.id)
      and not exists (select from tier
        where contract_id = new.contract_id and tiered_rate_id = new.id and max_threshold is null) then
    raise exception 'Tiered rate % has no tier without an upper limit', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger tiered_rate_has_a_last_tier after insert on tiered_rate
  deferrable initially deferred for each row execute function tiered_rate_has_a_last_tier();

create function tier_stays_with_its_rate() returns trigger language plpgsql as $$
begin
  if exists (select from tiered_rate where contract_id = old.contract_id and id = old.tiered_rate_id) then
    raise exception 'A tier goes with its tiered rate' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger tier_stays_with_its_rate before delete on tier for each row execute function tier_stays_with_its_rate();
