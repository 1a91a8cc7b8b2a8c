-- The platform's people who may act for another account for a short while.
create table operator (
  account_id text primary key references account (id) on delete cascade,
  named_at   timestamptz not null check (isfinite(named_at))
);
create trigger operator_is_never_emptied before truncate on operator
  for each statement execute function refuse_emptying();
