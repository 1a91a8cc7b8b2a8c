-- What plain SQL could still do to money, and to what was signed on: each verb of the application checks the same.

-- Which accounts each kind of posting moves, and which way: one list for the guard and for verify.
create function posting_legs() returns table (kind text, account text, direction int) language sql immutable as $$
  values ('deposit', 'bank', -1), ('deposit', 'cash', 1),
         ('withdraw', 'cash', -1), ('withdraw', 'bank', 1),
         ('freeze', 'cash', -1), ('freeze', 'frozen', 1),
         ('unfreeze', 'frozen', -1), ('unfreeze', 'cash', 1),
         ('voucher', 'voucher_grant', -1), ('voucher', 'voucher', 1),
         ('deduct', 'cash', -1), ('deduct', 'receivable', 1),
         ('credit', 'revenue', -1), ('credit', 'credit', 1),
         -- A month below 0 books the opposite of any other, and withdrawing one the opposite of signing it.
         ('sign', 'revenue', 1), ('sign', 'revenue', -1), ('sign', 'credit', 1), ('sign', 'credit', -1),
         ('sign', 'voucher', -1), ('sign', 'receivable', -1),
         ('unsign', 'revenue', 1), ('unsign', 'revenue', -1), ('unsign', 'credit', 1), ('unsign', 'credit', -1),
         ('unsign', 'voucher', 1), ('unsign', 'receivable', 1), ('unsign', 'cash', 1)
$$;

create function posting_moves_its_accounts() returns trigger language plpgsql as $$
declare
  moved entry;
begin
  select * into moved from entry
    where contract_id = new.contract_id and posting_id = new.id and not exists (
      select from posting_legs() leg
      where leg.kind = new.kind and leg.account = split_part(entry.account, ':', 1) and leg.direction = sign(entry.amount))
    limit 1;
  if found then
    raise exception 'Posting % of kind % never moves % by %', new.id, new.kind, moved.account, moved.amount
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger posting_moves_its_accounts after insert on posting
  deferrable initially deferred for each row execute function posting_moves_its_accounts();

create function refuse_holding_more() returns trigger language plpgsql as $$
begin
  raise exception 'Statement % asks for less than % to be held', new.id, new.frozen using errcode = 'restrict_violation';
end $$;
-- The generated columns are not known yet in a BEFORE trigger.
create trigger statement_holds_what_it_asks before insert or update on statement
  for each row when (new.frozen > new.payable - new.cash_deducted) execute function refuse_holding_more();

-- Prices and discounts: of a version only the end changes, and nothing that reaches a month signed under it. Whole
-- statements are looked at, since price lists come by the thousand.
create function refuse_signed_terms(in_contract text, in_currency text, in_from timestamptz) returns void language plpgsql as $$
begin
  if exists (
    select from closed_month join contract on contract.id = contract_id
    where (contract_id = in_contract or in_contract is null and currency = in_currency)
      and in_from < (to_date(month, 'YYYY-MM') + interval '1 month')
        at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
  ) then
    raise exception 'Terms from % reach a month that is signed', in_from using errcode = 'restrict_violation';
  end if;
end $$;

-- A contract's own price may come where it had none for the time: nothing signed stands on it, and late usage asks for it.
-- Those that reach no signed month are put aside first: of the others each looks at all versions of its SKU.
create function terms_of_signed_months_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and tg_table_name = 'price' then
    perform refuse_signed_terms(null, currency, min(effective_from)) from came where contract_id is null group by currency;
    perform refuse_signed_terms(contract_id, currency, effective_from) from (
      with reaching as materialized (
        select came.*, signed_until from came, lateral (
          select (to_date(max(month), 'YYYY-MM') + interval '1 month')
            at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end as signed_until
          from closed_month where closed_month.contract_id = came.contract_id
        ) as closed
        where effective_from < signed_until
      )
      select contract_id, currency, min(effective_from) as effective_from from reaching
      where exists (
        select from price
        where id <> reaching.id and sku_id = reaching.sku_id and currency = reaching.currency
          and (contract_id is null or contract_id = reaching.contract_id)
          and effective_from < least(reaching.effective_to, signed_until)
          and coalesce(effective_to, 'infinity') > reaching.effective_from)
      group by contract_id, currency
    ) as with_a_price;
  elsif tg_op = 'INSERT' then
    -- A discount has no currency, and needs none: it is always a contract's own.
    perform refuse_signed_terms(contract_id, null, min(effective_from)) from came group by contract_id;
  elsif tg_op = 'DELETE' then
    perform refuse_signed_terms(contract_id, to_jsonb(went) ->> 'currency', min(effective_from)) from went
      group by contract_id, to_jsonb(went) ->> 'currency';
  else
    perform refuse_signed_terms(went.contract_id, to_jsonb(went) ->> 'currency', least(went.effective_to, came.effective_to))
      from went join came on came.id = went.id and came.contract_id is not distinct from went.contract_id
      where came.effective_to is distinct from went.effective_to;
  end if;
  return null;
end $$;

create function refuse_other_terms() returns trigger language plpgsql as $$
begin
  raise exception 'Of a version of % only the end changes', tg_table_name using errcode = 'restrict_violation';
end $$;

do $terms$
declare
  name text;
begin
  foreach name in array array['price', 'discount'] loop
    execute format('create trigger %I after insert on %I referencing new table as came
      for each statement execute function terms_of_signed_months_stay()', name || '_of_signed_months_never_comes', name);
    execute format('create trigger %I after delete on %I referencing old table as went
      for each statement execute function terms_of_signed_months_stay()', name || '_of_signed_months_never_goes', name);
    execute format('create trigger %I after update on %I referencing old table as went new table as came
      for each statement execute function terms_of_signed_months_stay()', name || '_of_signed_months_stays', name);
    execute format($guard$create trigger %I before update on %I for each row
      when (to_jsonb(new) - '{effective_to,ended_by_next,goes_on,passing}'::text[]
            is distinct from to_jsonb(old) - '{effective_to,ended_by_next,goes_on,passing}'::text[])
      execute function refuse_other_terms()$guard$, name || '_keeps_its_terms', name);
  end loop;
end $terms$;

create function commencing_of_signed_months_stays() returns trigger language plpgsql as $$
begin
  if exists (select from closed_month where contract_id = old.id) then
    raise exception 'Months of contract % are signed: it began when it began', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_commencing_of_signed_months_stays before update on contract
  for each row when (new.commencing_on is distinct from old.commencing_on) execute function commencing_of_signed_months_stays();

-- A day counts by a run that was drawn, and by another one only when that is later.
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

alter table usage_day add constraint usage_day_quantity_is_a_number check (quantity <> 'NaN');

-- A month that waits for people waits until they sign it.
create function waiting_month_ends_by_signing() returns trigger language plpgsql as $$
begin
  if not exists (select from closed_month where contract_id = old.contract_id and month = old.month) then
    raise exception '% waits until it is signed', old.month using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger waiting_month_ends_by_signing after update or delete on waiting_month
  deferrable initially deferred for each row execute function waiting_month_ends_by_signing();

do $emptied$
declare
  name text;
begin
  foreach name in array array['waiting_month', 'calendar_tick', 'usage_to_count', 'account_period'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
                   name || '_is_never_emptied', name);
  end loop;
end $emptied$;

comment on column discount.rate is 'A multiplier of list prices, never of a contract''s own: 0.85 means pay 85 %.';
