-- What is signed stays signed at every moment of a transaction, not only at its end: guards look in between.

create function refuse_reopening() returns trigger language plpgsql as $$
begin
  if exists (select from statement where contract_id = old.contract_id and month = old.month) then
    raise exception 'The statement of % is there: its month stays closed', old.month using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger closed_month_stays_with_its_statement before delete on closed_month
  for each row execute function refuse_reopening();
create trigger closed_month_never_changes before update on closed_month for each statement execute function refuse_change();

create function refuse_return() returns trigger language plpgsql as $$
begin
  if exists (select from statement where contract_id = old.contract_id and id = old.id) then
    raise exception 'Statement % is withdrawn, and is not put back otherwise', old.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger statement_never_returns after delete on statement
  deferrable initially deferred for each row execute function refuse_return();
