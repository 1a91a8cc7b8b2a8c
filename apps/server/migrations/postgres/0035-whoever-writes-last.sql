-- A guard that waits for the end of the transaction can be made to look earlier (`set constraints … immediate`), by the
-- application's role too. So each such guard looks again whenever something is written that could break it, and what needs
-- nothing that comes later is checked at once.

-- A leg is looked at as it comes: which posting it is of is known by then.
drop trigger posting_moves_its_accounts on posting;
drop function posting_moves_its_accounts;
create function refuse_strange_legs() returns trigger language plpgsql as $$
declare
  moved record;
begin
  select kind, account, amount, posting_id into moved
    from came join posting on posting.contract_id = came.contract_id and posting.id = came.posting_id
    where not exists (
      select from posting_legs() leg
      where leg.kind = posting.kind and leg.account = split_part(came.account, ':', 1) and leg.direction = sign(came.amount))
    limit 1;
  if found then
    raise exception 'Posting % of kind % never moves % by %', moved.posting_id, moved.kind, moved.account, moved.amount
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger entry_moves_what_its_posting_may after insert on entry referencing new table as came
  for each statement execute function refuse_strange_legs();

-- A statement that was withdrawn is known for ever, so that none comes back under its id.
create table withdrawn_statement (
  contract_id text not null references contract (id),
  id          text not null,
  primary key (contract_id, id)
);
comment on table withdrawn_statement is 'Statements that were deleted: no other one ever bears the id.';
create trigger withdrawn_statement_never_changes before update or delete on withdrawn_statement
  for each statement execute function refuse_change();
create trigger withdrawn_statement_is_never_emptied before truncate on withdrawn_statement
  for each statement execute function refuse_emptying();
insert into withdrawn_statement (contract_id, id)
  select distinct contract_id, memo ->> 'statementID' from posting where kind = 'unsign' and memo ? 'statementID';

drop trigger statement_never_returns on statement;
create or replace function refuse_return() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawn_statement where contract_id = new.contract_id and id = new.id) then
    raise exception 'Statement % is withdrawn, and is not put back otherwise', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger statement_never_returns after insert on statement for each row execute function refuse_return();

create function keep_withdrawal() returns trigger language plpgsql as $$
begin
  insert into withdrawn_statement (contract_id, id) values (old.contract_id, old.id) on conflict do nothing;
  return null;
end $$;
create trigger statement_is_known_as_withdrawn after delete on statement
  for each row execute function keep_withdrawal();

-- A month that was closed waits for people, or is closed again: so does one that waited, since it waits no more.
create function reopened_month_waits() returns trigger language plpgsql as $$
begin
  if not exists (select from closed_month where contract_id = old.contract_id and month = old.month)
     and not exists (select from waiting_month where contract_id = old.contract_id and month = old.month) then
    raise exception '% was closed: it waits until it is signed', old.month using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger reopened_month_waits after delete on closed_month
  deferrable initially deferred for each row execute function reopened_month_waits();
create trigger waiting_month_never_changes before update on waiting_month
  for each statement execute function refuse_change();
