-- What changed with a call: written by the tables themselves, in the transaction of the call's row in the audit, by whose id
-- the two find each other.

-- Numbers of transactions begin again in a database that is restored elsewhere; not with the same instant, too.
create function this_transaction() returns text language sql as
  $$ select pg_current_xact_id()::text || '@' || extract(epoch from now())::text $$;

alter table audit add column written_in text;
alter table audit alter column written_in set default this_transaction();
create index audit_written_in on audit (written_in) where written_in is not null;
comment on column audit.written_in is 'The transaction that left the row: of a write in one transaction, that of its changes; null in rows of before this was kept.';

create table audit_change (
  contract_id text not null,
  id          bigint generated always as identity,
  written_in  text not null default this_transaction(),
  of          text not null,
  before      jsonb,
  after       jsonb,
  primary key (contract_id, id)
);
create index audit_change_written_in on audit_change (written_in);
comment on table audit_change is 'What a thing was and came to be: only the fields that differ. Append only.';
create trigger audit_change_is_append_only before update or delete on audit_change
  for each statement execute function refuse_change();
create trigger audit_change_is_never_emptied before truncate on audit_change
  for each statement execute function refuse_change();

-- Amounts as texts: whoever reads them would make numbers of them, and lose what those cannot hold.
create function numbers_as_texts(thing jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case jsonb_typeof(value) when 'number' then to_jsonb(value #>> '{}') else value end)
  from jsonb_each(thing)
$$;

-- A trigger says which column names the contract, and which columns are nobody's to read.
create function note_change() returns trigger language plpgsql as $$
declare
  hidden text[] := coalesce(tg_argv[1], '{}')::text[];
  was jsonb := case when tg_op <> 'INSERT' then numbers_as_texts(to_jsonb(old) - hidden) end;
  is_now jsonb := case when tg_op <> 'DELETE' then numbers_as_texts(to_jsonb(new) - hidden) end;
  in_contract text := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
begin
  -- What is of all contracts is in the trail of none.
  if in_contract is null then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into was from jsonb_each(was)
      where value is distinct from (is_now -> key);
    if was is null then
      -- Of what is hidden it is still said that it changed.
      if to_jsonb(old) is not distinct from to_jsonb(new) then return null; end if;
      was := '{}'; is_now := '{}';
    else
      select jsonb_object_agg(key, value) into is_now from jsonb_each(is_now) where was ? key;
    end if;
  end if;
  insert into audit_change (contract_id, of, before, after) values (in_contract, tg_table_name, was, is_now);
  return null;
end $$;

create trigger contract_is_noted after insert or update on contract
  for each row execute function note_change('id');
create trigger kyc_info_is_noted after insert or update or delete on kyc_info
  for each row execute function note_change('contract_id', '{person_social_id,key_id}');
-- Why, the platform's people say to each other.
create trigger contract_lifecycle_is_noted after insert or update on contract_lifecycle
  for each row execute function note_change('contract_id', '{reason,refusal}');
create trigger contract_billing_version_is_noted after insert on contract_billing_version
  for each row execute function note_change('contract_id');
create trigger feature_gate_is_noted after insert or delete on feature_gate
  for each row execute function note_change('contract_id');
create trigger contract_role_is_noted after insert or update or delete on contract_role
  for each row execute function note_change('contract_id');
create trigger datacloud_is_noted after insert or update or delete on datacloud
  for each row execute function note_change('contract_id');
create trigger due_date_is_noted after insert or update or delete on due_date
  for each row execute function note_change('contract_id');
-- Why is for the platform's people, who read it in the body of the call.
create trigger contract_blacklist_is_noted after insert or update or delete on contract_blacklist
  for each row execute function note_change('contract_id', '{reason}');
create trigger statement_is_noted after update on statement
  for each row when (old.confirm_state is distinct from new.confirm_state)
  execute function note_change('contract_id');
