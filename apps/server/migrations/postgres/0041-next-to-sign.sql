-- From which month on a contract has statements to come, so that the calendar asks each minute for those alone to whom it
-- has come, and not for each month of everybody.

create table next_to_sign (
  contract_id text primary key references contract (id),
  currency    text not null check (currency in ('USD','CNY')),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
comment on table next_to_sign is 'One row for each contract: nothing before the month is to be signed by the calendar, or to be left to people.';
comment on column next_to_sign.currency is 'The contract''s, for life: it decides when a month is signed.';
create index next_to_sign_by_month on next_to_sign (currency, month);

create function billing_zone(of_currency text) returns text language sql immutable as $$
  select case of_currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
$$;

-- No statement is of a month before 2000, whenever the contract is said to begin.
create function first_to_sign(commencing_on timestamptz, of_currency text) returns text language sql stable as $$
  select to_char(least(greatest(commencing_on, '2000-01-02Z'), '2101-01-01Z') at time zone billing_zone(of_currency), 'YYYY-MM')
$$;

-- Of a contract that has signed all along this is the running month, so that the calendar need not pass over what is done.
insert into next_to_sign (contract_id, currency, month)
  select id, currency, coalesce(
    (select to_char(min(began), 'YYYY-MM')
     from generate_series((first_to_sign(commencing_on, currency) || '-01')::timestamp, now() at time zone 'UTC', interval '1 month') as began
     where not exists (select from closed_month c where c.contract_id = contract.id and c.month = to_char(began, 'YYYY-MM'))
       and not exists (select from waiting_month w where w.contract_id = contract.id and w.month = to_char(began, 'YYYY-MM'))),
    first_to_sign(commencing_on, currency))
  from contract;

create function keep_next_to_sign() returns trigger language plpgsql as $$
begin
  insert into next_to_sign (contract_id, currency, month)
    values (new.id, new.currency, first_to_sign(new.commencing_on, new.currency))
  on conflict (contract_id) do update set month = least(next_to_sign.month, excluded.month);
  return null;
end $$;
create trigger contract_has_months_to_sign after insert on contract for each row execute function keep_next_to_sign();
-- Months that had been passed over may be to be signed by what the contract has become.
create trigger contract_changes_months_to_sign after update on contract
  for each row when (row(new.state, new.commencing_on, new.ended_at, new.is_study)
                     is distinct from row(old.state, old.commencing_on, old.ended_at, old.is_study))
  execute function keep_next_to_sign();

-- A month that is opened again, or waits for nobody any more.
create function sign_again_from() returns trigger language plpgsql as $$
begin
  update next_to_sign set month = old.month where contract_id = old.contract_id and month > old.month;
  return null;
end $$;
create trigger closed_month_is_to_sign_again after delete on closed_month for each row execute function sign_again_from();
create trigger waiting_month_is_to_sign_again after delete on waiting_month for each row execute function sign_again_from();

-- A month that was idle and is used. Who passes a month over has the contract alone, and who takes in usage shares it.
create function sign_what_is_used() returns trigger language plpgsql as $$
begin
  with used as (
    select contract_id, to_char(min(day), 'YYYY-MM') as month from came group by contract_id
  ), held as (
    select kept.contract_id, used.month from next_to_sign as kept join used using (contract_id)
    where kept.month > used.month order by kept.contract_id for update of kept
  )
  update next_to_sign as kept set month = least(kept.month, held.month) from held where kept.contract_id = held.contract_id;
  return null;
end $$;
create trigger usage_day_is_to_sign after insert on usage_day referencing new table as came
  for each statement execute function sign_what_is_used();
create trigger rated_day_is_to_sign after insert on rated_day referencing new table as came
  for each statement execute function sign_what_is_used();

-- Whoever writes it: what was used is signed or waits for people before it is passed over.
create function refuse_to_pass_usage() returns trigger language plpgsql as $$
begin
  if exists (
    select from contract, (
      select day from usage_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
      union all
      select day from rated_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
    ) as used
    where contract.id = new.contract_id and state in ('Active', 'End', 'Renewed') and not is_study
      and to_char(day, 'YYYY-MM') >= first_to_sign(commencing_on, contract.currency)
      and not exists (select from closed_month c where c.contract_id = new.contract_id and c.month = to_char(day, 'YYYY-MM'))
      and not exists (select from waiting_month w where w.contract_id = new.contract_id and w.month = to_char(day, 'YYYY-MM'))
  ) then
    raise exception 'Contract % has usage before % that is not signed', new.contract_id, new.month
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger next_to_sign_passes_no_usage before update on next_to_sign
  for each row when (new.month > old.month) execute function refuse_to_pass_usage();

create function refuse_other_contract() returns trigger language plpgsql as $$
begin
  raise exception 'What is to be signed next is kept for each contract' using errcode = 'restrict_violation';
end $$;
create trigger next_to_sign_stays_with_its_contract before update on next_to_sign
  for each row when (row(new.contract_id, new.currency) is distinct from row(old.contract_id, old.currency))
  execute function refuse_other_contract();
create trigger next_to_sign_is_kept before delete on next_to_sign for each statement execute function refuse_change();
create trigger next_to_sign_is_never_emptied before truncate on next_to_sign
  for each statement execute function refuse_emptying();
