-- Our own people, who may act for somebody else for a short while.
create table operator (
  account_id text primary key references account (id) on delete cascade,
  named_at   timestamptz not null check (isfinite(named_at))
);
create trigger operator_is_never_emptied before truncate on operator
  for each statement execute function refuse_emptying();

-- A session in which an operator acts for the account it is of. It ends with the one that it was opened from.
alter table session
  add column operator_id text references account (id) on delete cascade,
  add column operator_session_id text references session (id) on delete cascade,
  add check ((operator_id is null) = (operator_session_id is null));
create index session_operator_id on session (operator_id);
create index session_operator_session_id on session (operator_session_id);

-- What operators do for others leaves a row as an internal call does.
alter table audit
  alter column token_id drop not null,
  add column operator_id text,
  add column account_id text,
  add check (num_nonnulls(token_id, operator_id) = 1);
comment on table audit is 'One row for each internal call that was let in, and for each call that an operator made for somebody else, or wanted to. Append only.';
comment on column audit.operator_id is 'The account of who acted, or wanted to; no internal token did.';
comment on column audit.account_id is 'For whom.';
