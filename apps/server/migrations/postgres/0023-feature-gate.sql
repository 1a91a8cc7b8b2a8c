create table feature_gate (
  id          text primary key,
  feature     text not null,
  contract_id text references contract (id),
  is_open     boolean not null,
  created_at  timestamptz not null check (isfinite(created_at)),
  constraint feature_gate_once unique nulls not distinct (feature, contract_id)
);
comment on column feature_gate.contract_id is 'Null is a gate for all contracts that have none of their own.';
create index feature_gate_contract_id on feature_gate (contract_id, feature);
create index feature_gate_created_at on feature_gate (created_at desc, id);
create trigger feature_gate_is_never_emptied before truncate on feature_gate
  for each statement execute function refuse_emptying();
create trigger feature_gate_is_noted after insert or delete on feature_gate
  for each row execute function note_change('contract_id', '{id, feature, contract_id, is_open, created_at}');
