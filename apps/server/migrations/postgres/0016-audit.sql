create table audit (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  request_id  text not null,
  token_id    text,
  call        text not null,
  params      jsonb,
  query       jsonb,
  body        text,
  path        text,
  refused     text,
  operator_id text,
  account_id  text,
  address     text,
  contract_id text,
  written_in  text default this_transaction(),
  constraint audit_names_who check (
    case
      when token_id is not null then num_nonnulls(account_id, operator_id) = 0
      when account_id is not null then true
      else operator_id is null and contract_id is not null and address is null
    end
  )
);
comment on table audit is 'One row for each audited act: an internal call, a change by a customer, a call of an operator for a customer, or a change by the platform. Append only.';
comment on column audit.request_id is 'The request''s id, or the id of the job''s act.';
comment on column audit.call is 'The operation, or the name of the platform''s own act.';
comment on column audit.path is 'The requested path of a refused call.';
comment on column audit.refused is 'The reason of a refusal; null for a call that was let in.';
comment on column audit.operator_id is 'The operator who acted for the account, or tried to.';
comment on column audit.account_id is 'The account of the session. Null together with operator_id and token_id for the platform''s own acts.';
comment on column audit.address is 'The network address of the request; null for the platform''s own acts.';
comment on column audit.contract_id is 'The contract that the call names.';
comment on column audit.written_in is 'The transaction that wrote the row. By it a write in one transaction finds its changes.';
create index audit_at on audit (at);
create index audit_account_id on audit (account_id, id desc) where account_id is not null;
create index audit_contract_id on audit (contract_id, id desc) where contract_id is not null;
create index audit_written_in on audit (written_in) where written_in is not null;
create trigger audit_is_append_only before update or delete on audit for each statement execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();

create table audit_change (
  contract_id text not null,
  id          bigint generated always as identity,
  written_in  text not null default this_transaction(),
  of          text not null,
  before      jsonb,
  after       jsonb,
  primary key (contract_id, id)
);
comment on table audit_change is 'The fields of a thing that changed, before and after. Append only.';
create index audit_change_written_in on audit_change (written_in);
create trigger audit_change_is_append_only before update or delete on audit_change
  for each statement execute function refuse_change();
create trigger audit_change_is_never_emptied before truncate on audit_change
  for each statement execute function refuse_change();

-- The noted columns of a row. Amounts become texts: a reader's JSON numbers would lose digits.
create function noted_columns(thing jsonb, noted text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case jsonb_typeof(value) when 'number' then to_jsonb(value #>> '{}') else value end)
  from jsonb_each(thing) where key = any(noted)
$$;

-- Notes a change for the audit, which customers read. The trigger's arguments are the column with the contract, and
-- the columns to note. A column that is not listed is never shown.
create function note_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then noted_columns(to_jsonb(old), tg_argv[1]::text[]) end;
  is_now jsonb := case when tg_op <> 'DELETE' then noted_columns(to_jsonb(new), tg_argv[1]::text[]) end;
  in_contract text := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
begin
  -- A row of all contracts is in no contract's audit.
  if in_contract is null then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into was from jsonb_each(was)
      where value is distinct from (is_now -> key);
    if was is null then
      -- A change of other columns alone is noted without its values.
      if to_jsonb(old) is not distinct from to_jsonb(new) then return null; end if;
      was := '{}'; is_now := '{}';
    else
      select jsonb_object_agg(key, value) into is_now from jsonb_each(is_now) where was ? key;
    end if;
  end if;
  insert into audit_change (contract_id, of, before, after) values (in_contract, tg_table_name, was, is_now);
  return null;
end $$;
