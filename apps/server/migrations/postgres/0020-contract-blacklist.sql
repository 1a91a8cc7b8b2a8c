create table contract_blacklist (
  contract_id text primary key references contract (id),
  id          text not null unique,
  reason      text not null,
  created_at  timestamptz not null check (isfinite(created_at)),
  modified_at timestamptz not null check (isfinite(modified_at))
);
create index contract_blacklist_created_at on contract_blacklist (created_at desc, id);
create trigger contract_blacklist_is_never_emptied before truncate on contract_blacklist
  for each statement execute function refuse_emptying();
-- Reasons are for the platform's people alone.
create trigger contract_blacklist_is_noted after insert or update or delete on contract_blacklist
  for each row execute function note_change('contract_id', '{contract_id, id, created_at, modified_at}');
