-- Only the end of a price version changes, and never within a signed month. The guard checks whole statements, since price
-- lists have thousands of rows.
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

-- A contract's own price may come where it had none: nothing signed uses it, and late usage may need it. Versions that reach
-- no signed month are set aside first, since each of the others checks all versions of its SKU.
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
    -- A discount has no currency: it always belongs to a contract.
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

-- Terms of a signed month never change; nor do account terms that the account's last check used. A change of the value or
-- the beginning counts from the version's beginning, a change of its end from the earlier end.
create function agreed_terms_stay() returns trigger language plpgsql as $$
declare
  of_contract text := case when tg_op = 'DELETE' then old.contract_id else new.contract_id end;
  changed_from timestamptz;
begin
  if tg_op = 'UPDATE' and row(new.contract_id, new.id, new.created_at)
      is distinct from row(old.contract_id, old.id, old.created_at) then
    raise exception 'Whose terms they are never changes' using errcode = 'restrict_violation';
  end if;
  changed_from := case
    when tg_op = 'INSERT' then new.effective_from
    when tg_op = 'DELETE' then old.effective_from
    when to_jsonb(new) - '{effective_to,ended_by_next,reason}'::text[]
      is distinct from to_jsonb(old) - '{effective_to,ended_by_next,reason}'::text[]
      then least(old.effective_from, new.effective_from)
    when new.effective_to is distinct from old.effective_to then least(old.effective_to, new.effective_to)
  end;
  if exists (
    select from closed_month join contract on contract.id = closed_month.contract_id
    where closed_month.contract_id = of_contract
      and changed_from < (to_date(month, 'YYYY-MM') + interval '1 month')
        at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
  ) then
    raise exception 'Terms from % reach a month that is signed', changed_from using errcode = 'restrict_violation';
  end if;
  if tg_argv[0] = 'account' and exists (
    select from account_period where account_period.contract_id = of_contract and looked_at > changed_from
  ) then
    raise exception 'Terms from % are what the account stood on', changed_from using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
