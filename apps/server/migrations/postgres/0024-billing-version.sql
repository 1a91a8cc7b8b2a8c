-- Versions by which a contract is billed, each from a month on.
create table contract_billing_version (
  contract_id     text not null references contract (id),
  id              text not null unique,
  billing_version text not null check (billing_version in ('v1', 'v2')),
  effective_from  timestamptz not null check (isfinite(effective_from)),
  creator         text not null,
  created_at      timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  unique (contract_id, billing_version)
);
comment on column contract_billing_version.creator is 'The e-mail of who decided, as it was then; empty where the platform''s people did.';
create index contract_billing_version_created_at on contract_billing_version (created_at desc, id);
create trigger contract_billing_version_is_kept before update or delete on contract_billing_version
  for each statement execute function refuse_change();
create trigger contract_billing_version_is_never_emptied before truncate on contract_billing_version
  for each statement execute function refuse_emptying();
create trigger contract_billing_version_is_noted after insert on contract_billing_version
  for each row execute function note_change('contract_id', '{
    contract_id, id, billing_version, effective_from, creator, created_at
  }');
