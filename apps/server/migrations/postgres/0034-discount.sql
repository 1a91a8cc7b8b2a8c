-- Discounts, purchase blacklists, credit limits and grace periods have one shape: versions over [effective_from,
-- effective_to), no two at once.
create table discount (
  contract_id    text not null references contract (id),
  id             text not null,
  rate           numeric(7,6) not null check (rate > 0 and rate <= 1),
  effective_from timestamptz not null,
  effective_to   timestamptz,
  ended_by_next  boolean not null default false,
  reason         text not null default '',
  created_at     timestamptz not null default now() check (isfinite(created_at)),
  temporary      boolean not null default false,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint discount_temporary_has_an_end check (not temporary or effective_to is not null and not ended_by_next),
  constraint discounts_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (not temporary),
  constraint temporary_discounts_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (temporary)
);
comment on column discount.rate is 'A multiplier of list prices, never of a contract''s own: 0.85 means pay 85 %.';
comment on column discount.temporary is 'True if it lies in another version, which continues after it.';
create trigger discount_is_noted after insert or update or delete on discount
  for each row execute function note_change('contract_id', '{
    contract_id, id, rate, effective_from, effective_to, created_at, temporary
  }');
create trigger discount_is_never_emptied before truncate on discount
  for each statement execute function refuse_emptying();
create trigger discount_stays before insert or update or delete on discount
  for each row execute function agreed_terms_stay('rating');
