-- Signed months. Metering, prices and rating read this table, so that they need not know statements.
create table closed_month (
  contract_id text not null references contract (id),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closed_at   timestamptz not null,
  primary key (contract_id, month)
);
comment on table closed_month is 'A month of which a row is here is never rated again, and its prices no longer change.';
create trigger closed_month_never_changes before update on closed_month for each statement execute function refuse_change();
create trigger closed_month_is_never_emptied before truncate on closed_month
  for each statement execute function refuse_emptying();

-- A rated day of a signed month stays. Only its run may change, when the engine lost its rows and they were rated again.
create function rated_day_of_signed_months_stays() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['run_no', 'rated_through', 'rated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - movable @> jsonb_strip_nulls(to_jsonb(old) - movable) then
    return new;
  end if;
  -- A second insert fails, or becomes an update that is checked again: a day has one row.
  if tg_op = 'INSERT' and exists (select from rated_day where contract_id = new.contract_id and day = new.day) then
    return new;
  end if;
  if exists (select from closed_month where (tg_op <> 'INSERT' and contract_id = old.contract_id and month = to_char(old.day, 'YYYY-MM'))
                                         or (tg_op <> 'DELETE' and contract_id = new.contract_id and month = to_char(new.day, 'YYYY-MM'))) then
    raise exception 'A day of a month that is signed stays as it was rated' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create function commencing_of_signed_months_stays() returns trigger language plpgsql as $$
begin
  if exists (select from closed_month where contract_id = old.id) then
    raise exception 'Months of contract % are signed: it began when it began', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_commencing_of_signed_months_stays before update on contract
  for each row when (new.commencing_on is distinct from old.commencing_on) execute function commencing_of_signed_months_stays();

-- A month stays signed at every moment of a transaction, not only at its end: other guards look in between.
create function refuse_reopening() returns trigger language plpgsql as $$
begin
  if exists (select from statement where contract_id = old.contract_id and month = old.month) then
    raise exception 'The statement of % is there: its month stays closed', old.month using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger closed_month_stays_with_its_statement before delete on closed_month
  for each row execute function refuse_reopening();
