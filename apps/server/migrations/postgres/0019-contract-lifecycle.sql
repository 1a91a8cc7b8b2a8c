-- The life of a contract: steps that were taken, and steps that are planned.
create table contract_lifecycle (
  contract_id  text not null references contract (id),
  id           text not null unique,
  from_state   text not null,
  state        text not null check (state in ('Invalid','Active','Draft','LegalAudit','Approved','Signing','Dropped','End','Renewed')),
  reason       text not null,
  successor_id text references contract (id),
  effective_at timestamptz not null check (isfinite(effective_at)),
  progress     text not null check (progress in ('planned', 'taken', 'withdrawn', 'refused')),
  refusal      text,
  created_at   timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  check ((successor_id is not null) = (state = 'Renewed')),
  check ((refusal is not null) = (progress = 'refused'))
);
create unique index contract_lifecycle_planned on contract_lifecycle (contract_id) where progress = 'planned';
comment on index contract_lifecycle_planned is 'A contract has at most one plan: two could be carried out in either order.';
create index contract_lifecycle_due on contract_lifecycle (effective_at) where progress = 'planned';
create index contract_lifecycle_created_at on contract_lifecycle (created_at desc, id);
create trigger contract_lifecycle_is_kept before delete on contract_lifecycle for each statement execute function refuse_change();
create trigger contract_lifecycle_is_never_emptied before truncate on contract_lifecycle
  for each statement execute function refuse_emptying();
-- Reasons are for the platform's people alone.
create trigger contract_lifecycle_is_noted after insert or update on contract_lifecycle
  for each row execute function note_change('contract_id', '{
    contract_id, id, from_state, state, successor_id, effective_at, progress, created_at
  }');

create function contract_lifecycle_keeps_what_happened() returns trigger language plpgsql as $$
begin
  if old.progress <> 'planned' then
    raise exception 'A step that is no plan never changes' using errcode = 'restrict_violation';
  end if;
  if row(new.contract_id, new.id, new.state, new.successor_id, new.created_at)
     is distinct from row(old.contract_id, old.id, old.state, old.successor_id, old.created_at) then
    raise exception 'Where a plan leads never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_lifecycle_keeps_what_happened before update on contract_lifecycle
  for each row execute function contract_lifecycle_keeps_what_happened();
