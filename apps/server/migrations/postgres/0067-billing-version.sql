-- By which version a contract is billed since when, and which features are open to whom.

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
create index contract_billing_version_created_at on contract_billing_version (created_at desc, id);
comment on column contract_billing_version.creator is 'The e-mail of who decided, as it was then; empty where the platform''s people did.';
create trigger contract_billing_version_is_kept before update or delete on contract_billing_version
  for each statement execute function refuse_change();
create trigger contract_billing_version_is_never_emptied before truncate on contract_billing_version
  for each statement execute function refuse_emptying();

-- Until now there was one version.
insert into contract_billing_version (contract_id, id, billing_version, effective_from, creator, created_at)
  select id, 'cbv-' || translate(substr(md5(id || 'v1'), 1, 16), '0189', 'wxyz'), 'v1', commencing_on, '', created_at
  from contract;

create table feature_gate (
  id          text primary key,
  feature     text not null,
  contract_id text references contract (id),
  is_open     boolean not null,
  created_at  timestamptz not null check (isfinite(created_at)),
  constraint feature_gate_once unique nulls not distinct (feature, contract_id)
);
create index feature_gate_contract_id on feature_gate (contract_id, feature);
create index feature_gate_created_at on feature_gate (created_at desc, id);
comment on column feature_gate.contract_id is 'Null is a gate for all contracts that have none of their own.';
create trigger feature_gate_is_never_emptied before truncate on feature_gate
  for each statement execute function refuse_emptying();
