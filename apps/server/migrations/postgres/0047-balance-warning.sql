-- Thresholds of the available balance below which people of a contract want a warning.
create table balance_warning (
  contract_id text primary key references contract (id),
  threshold   numeric(38, 8) not null check (threshold >= 0 and threshold <> 'NaN'),
  is_below    boolean not null default false,
  times_told  integer not null default 0 check (times_told >= 0)
);
comment on table balance_warning is 'A contract without a row has no threshold set.';
comment on column balance_warning.is_below is 'True if the balance was below at the last check, so that a fall is told once.';
comment on column balance_warning.times_told is 'The number of falls that people were told of.';
create trigger balance_warning_is_kept before delete on balance_warning
  for each statement execute function refuse_change();
create trigger balance_warning_is_never_emptied before truncate on balance_warning
  for each statement execute function refuse_emptying();
create trigger balance_warning_is_noted after insert or update of threshold on balance_warning
  for each row execute function note_change('contract_id', '{contract_id, threshold}');
-- A new threshold asks for a check: the balance may already be below it.
create trigger balance_warning_marks_account_period after insert or update of threshold on balance_warning
  for each row execute function mark_account_period('rated');
