create table purchase_blacklist (
  contract_id    text not null references contract (id),
  id             text not null,
  sku_id         text not null references sku (id),
  effective_from timestamptz not null,
  effective_to   timestamptz,
  ended_by_next  boolean not null default false,
  reason         text not null default '',
  created_at     timestamptz not null default now() check (isfinite(created_at)),
  temporary      boolean not null default false,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint purchase_blacklist_temporary_has_an_end check (not temporary or effective_to is not null and not ended_by_next),
  constraint purchase_blacklist_never_overlaps exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    text_range(sku_id, sku_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (not temporary),
  constraint temporary_purchase_blacklist_never_overlaps exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    text_range(sku_id, sku_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (temporary)
);
comment on table purchase_blacklist is
  'A contract''s usage of the SKU in [effective_from, effective_to) is listed with amount 0. Each change first draws a run number into rating_terms, as a change of prices does.';
comment on column purchase_blacklist.temporary is 'True if it lies in another version, which continues after it.';
create trigger purchase_blacklist_is_never_emptied before truncate on purchase_blacklist
  for each statement execute function refuse_change();
create trigger purchase_blacklist_is_noted after insert or update or delete on purchase_blacklist
  for each row execute function note_change('contract_id', '{
    contract_id, id, sku_id, effective_from, effective_to, created_at, temporary
  }');
create trigger purchase_blacklist_stays before insert or update or delete on purchase_blacklist
  for each row execute function agreed_terms_stay('rating');
