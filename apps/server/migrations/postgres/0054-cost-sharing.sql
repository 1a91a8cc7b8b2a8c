-- A contract may let everyone with a role on it read the costs of its data clouds.
alter table contract add column shares_costs boolean not null default false;
comment on column contract.shares_costs is 'True if every role reads rated usage; otherwise the roles that read bills do.';
drop trigger contract_is_noted on contract;
create trigger contract_is_noted after insert or update on contract
  for each row execute function note_change('id', '{
    id, sign_id, state, creator, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at,
    ended_at, is_study, name, seller, bank_account, brought_sign_id, shares_costs
  }');
