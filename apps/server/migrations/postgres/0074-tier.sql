-- Graduated tiers: what a contract pays of what item prices come to, by how much the month has come to before.

create table tiered_rate (
  contract_id    text not null references contract (id),
  id             text not null,
  tier_mode      text not null check (tier_mode = 'graduated'),
  source_kind    text not null check (source_kind in ('contract', 'offer')),
  source_id      text check (source_id is null or source_kind = 'offer'),
  effective_from timestamptz not null check (isfinite(effective_from)),
  effective_to   timestamptz check (isfinite(effective_to)),
  created_at     timestamptz not null,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint tiered_rates_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on table tiered_rate is 'For usage that begins in [effective_from, effective_to). Terms like prices: who changes them says so in rating_terms first.';

-- Nothing but an unbroken ladder from 0 can be written: each tier begins where the one below it ends.
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

-- Above a tier without a limit nothing can begin, so one such tier makes the ladder whole.
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
create trigger tier_never_changes before update on tier for each statement execute function refuse_change();
create trigger tier_is_never_emptied before truncate on tier for each statement execute function refuse_emptying();

-- Like a discount: of a version only the end changes, and nothing that reaches a month signed under it.
create trigger tiered_rate_of_signed_months_never_comes after insert on tiered_rate referencing new table as came
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_of_signed_months_never_goes after delete on tiered_rate referencing old table as went
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_of_signed_months_stays after update on tiered_rate referencing old table as went new table as came
  for each statement execute function terms_of_signed_months_stay();
create trigger tiered_rate_keeps_its_terms before update on tiered_rate for each row
  when (to_jsonb(new) - 'effective_to' is distinct from to_jsonb(old) - 'effective_to')
  execute function refuse_other_terms();
create trigger tiered_rate_is_never_emptied before truncate on tiered_rate
  for each statement execute function refuse_emptying();

create trigger tiered_rate_is_noted after insert or update or delete on tiered_rate
  for each row execute function note_change('contract_id');
create trigger tier_is_noted after insert or delete on tier
  for each row execute function note_change('contract_id', '{tier_below}');

-- What tiers make of a day hangs on what the month came to before it: each day keeps what it was carried in, and what it
-- adds to that.
alter table rated_day
  add column carried_in numeric,
  add column before_tiers numeric,
  add column slices bigint,
  add constraint rated_day_carries_on check (
    (carried_in is null) = (before_tiers is null) and (slices is null) = (before_tiers is null) and slices >= rows);
comment on column rated_day.carried_in is 'The exact sum of before_tiers of the month''s earlier days, where tiers may hold; else null.';
comment on column rated_day.before_tiers is 'What its charged rows come to at item prices, exact, to as many places as it takes.';
comment on column rated_day.slices is 'How many rows its usages were cut into, where tiers may hold; else as many as there are usages.';

-- No transaction ends with a day that was cut by another amount than the days before it come to, whoever rates a day, moves
-- it or takes it away.
create function rated_day_goes_on_from_those_before() returns trigger language plpgsql as $$
declare
  broken date;
begin
  select chain.day into broken from (
    select day, carried_in,
      sum(before_tiers) over before as before, bool_or(before_tiers is null) over before as lacks_some
    from rated_day join (
      select old.contract_id as of_contract, date_trunc('month', old.day) as month
      union select new.contract_id, date_trunc('month', new.day)
    ) changed on contract_id = of_contract and day >= month::date and day < (month + interval '1 month')::date
    window before as (partition by contract_id, month order by day rows between unbounded preceding and 1 preceding)
  ) chain
  where carried_in is not null and (carried_in <> coalesce(before, 0) or coalesce(lacks_some, false))
  limit 1;
  if found then
    raise exception 'What % was carried in is not what its month came to before', broken using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger rated_day_goes_on_from_those_before after insert or delete on rated_day
  deferrable initially deferred for each row execute function rated_day_goes_on_from_those_before();
create constraint trigger rated_day_goes_on_from_what_changed after update on rated_day
  deferrable initially deferred for each row
  when (row(new.contract_id, new.day, new.carried_in, new.before_tiers)
    is distinct from row(old.contract_id, old.day, old.carried_in, old.before_tiers))
  execute function rated_day_goes_on_from_those_before();

alter table statement_line drop constraint statement_line_row_count_check;
alter table statement_line add constraint statement_line_row_count_check check (row_count >= 0);
comment on column statement_line.row_count is
  'How many usages it sums, each once, into however many slices it was cut; 0 where all are slices of usages that begin in other lines.';
