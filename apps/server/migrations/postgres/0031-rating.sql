create sequence purchase_run_no as bigint;
comment on sequence purchase_run_no is 'Drawn before a run reads usage and prices: a later number has read at least as much.';

create table rated_day (
  contract_id   text not null references contract (id),
  day           date not null,
  run_no        bigint not null unique,
  rows          bigint not null check (rows > 0),
  amount        numeric(38,12) not null,
  rated_through timestamptz not null,
  rated_at      timestamptz not null,
  quantity      numeric(38,12),
  -- Tiers make a day's price depend on the month's earlier days. So each day keeps the sum before it and its own addition.
  carried_in    numeric,
  before_tiers  numeric,
  slices        bigint,
  -- A balance includes what ended vouchers will still pay, by the hour, and must not wait for the usage database. So each
  -- rated day keeps the amounts of its hours.
  hour_starts   timestamptz[],
  hour_amounts  numeric(38,12)[],
  primary key (contract_id, day),
  -- The amounts of all days from 2000 to 2100 add up within the 26 digits of a sum.
  constraint rated_day_adds_up check (abs(amount) < 1e21),
  constraint rated_day_has_its_times
    check (isfinite(day) and isfinite(rated_at) and isfinite(rated_through)),
  constraint rated_day_carries_on check (
    (carried_in is null) = (before_tiers is null) and (slices is null) = (before_tiers is null) and slices >= rows),
  constraint rated_day_has_amounts_of_its_hours check (
    (hour_starts is null) = (hour_amounts is null) and cardinality(hour_starts) = cardinality(hour_amounts))
);
comment on column rated_day.day is 'A day of the contract''s billing zone; days without usage have no row.';
comment on column rated_day.run_no is 'Only ever replaced by a higher one.';
comment on column rated_day.rows is 'Rated usage records, each counted once, however many slices it has.';
comment on column rated_day.amount is 'The exact sum of the run''s rows, checked against them before the run counts.';
comment on column rated_day.rated_through is 'The end of the latest usage among the run''s rows.';
comment on column rated_day.quantity is 'The sum of the run''s quantities, as in usage_day.';
comment on column rated_day.carried_in is 'The exact sum of before_tiers of the month''s earlier days, where tiers may hold; else null.';
comment on column rated_day.before_tiers is 'The exact sum of its charged rows at item prices.';
comment on column rated_day.slices is 'The number of its rated rows where tiers may apply; else null.';
comment on column rated_day.hour_starts is 'The hours of UTC with an amount in which its usage begins, in order; late usage counts in its own hour.';
comment on column rated_day.hour_amounts is 'The amount of each of these hours; their sum is the amount of the day.';
create trigger rated_day_of_signed_months_stays before insert or update or delete on rated_day
  for each row execute function rated_day_of_signed_months_stays();
create trigger rated_day_is_never_emptied before truncate on rated_day
  for each statement execute function refuse_emptying();

create table dead_run (
  run_no      bigint primary key,
  contract_id text not null references contract (id),
  seen_at     timestamptz not null
);
comment on table dead_run is 'Runs found in the usage database that do not count; their rows go once no reader can still hold them.';

-- The last change of each kind of terms: prices with discounts, and the names of SKUs. Runs before it may have read others.
create table rating_terms (
  reach       text primary key,
  changed_run bigint not null
);
comment on table rating_terms is 'A change of terms locks its row until it is committed; a run draws its number while none is locked.';
comment on column rating_terms.reach is
  '''words'' of SKUs; a currency: its list prices; ''own-'' and a byte in hex: prices and discounts of the contracts whose ids hash to it.';
comment on column rating_terms.changed_run is 'Drawn by the last change: runs below it may have read the former terms.';
create trigger rating_terms_is_kept before delete on rating_terms for each statement execute function refuse_change();
create trigger rating_terms_is_never_emptied before truncate on rating_terms
  for each statement execute function refuse_emptying();

-- A day's live run was drawn from the sequence, and only a later run replaces it.
create function refuse_unknown_run() returns trigger language plpgsql as $$
begin
  if new.run_no > (select case when is_called then last_value else 0 end from purchase_run_no) then
    raise exception 'Run % was never drawn', new.run_no using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.run_no <= old.run_no then
    raise exception 'A day is rated anew by a later run only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger rated_day_under_a_known_run before insert or update on rated_day
  for each row execute function refuse_unknown_run();

-- The rows stay and their numbers only rise: otherwise runs at former terms would count again.
create function refuse_other_reach() returns trigger language plpgsql as $$
begin
  if new.reach <> old.reach or new.changed_run < old.changed_run
      or new.changed_run > (select case when is_called then last_value else 0 end from purchase_run_no) then
    raise exception 'Terms of % were changed at run %, and only a later one changes them', old.reach, old.changed_run
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger rating_terms_change_by_later_runs before update on rating_terms
  for each row execute function refuse_other_reach();

-- At the end of a transaction each day continues from the sum of the days before it.
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
