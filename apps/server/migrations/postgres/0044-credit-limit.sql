create table credit_limit (
  contract_id    text not null references contract (id),
  id             text not null,
  amount         numeric(38,8) not null check (amount >= 0 and amount < 1e14),
  effective_from timestamptz not null check (isfinite(effective_from)),
  effective_to   timestamptz check (isfinite(effective_to)),
  ended_by_next  boolean not null default false,
  reason         text not null,
  created_at     timestamptz not null check (isfinite(created_at)),
  temporary      boolean not null default false,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint credit_limit_temporary_has_an_end check (not temporary or effective_to is not null and not ended_by_next),
  constraint credit_limits_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (not temporary),
  constraint temporary_credit_limits_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (temporary)
);
comment on column credit_limit.amount is 'The amount that the contract may be below zero, in its currency. With 0 there is no day of warning either.';
comment on column credit_limit.temporary is 'True if it lies in another version, which continues after it.';
-- Reasons are for the platform's people alone.
create trigger credit_limit_is_noted after insert or update or delete on credit_limit
  for each row execute function note_change('contract_id', '{
    contract_id, id, amount, effective_from, effective_to, created_at, temporary
  }');
create trigger credit_limit_is_never_emptied before truncate on credit_limit
  for each statement execute function refuse_emptying();
create trigger credit_limit_stays before insert or update or delete on credit_limit
  for each row execute function agreed_terms_stay('account');
