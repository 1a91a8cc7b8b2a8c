create table contract_role (
  contract_id text not null references contract (id),
  account_id  text not null references account (id),
  role        text not null check (role in ('admin','billing_admin','billing_viewer','dc_creator','viewer')),
  granted_at  timestamptz not null,
  primary key (contract_id, account_id, role)
);
create index contract_role_account on contract_role (account_id, contract_id);
create trigger contract_role_is_never_emptied before truncate on contract_role
  for each statement execute function refuse_emptying();
create trigger contract_role_never_changes before update on contract_role for each statement execute function refuse_change();
create trigger contract_role_is_noted after insert or update or delete on contract_role
  for each row execute function note_change('contract_id', '{contract_id, account_id, role, granted_at}');

create table role_grant_count (
  account_id text primary key references account (id) on delete cascade,
  unknown    int not null check (unknown >= 0),
  granted    int not null check (granted >= 0),
  counted_to timestamptz not null check (isfinite(counted_to))
);
comment on table role_grant_count is 'Recent grants by each account. The limit keeps people from probing for accounts and from filling mailboxes. A new count begins at counted_to.';
comment on column role_grant_count.unknown is 'Grants to e-mails without an account.';

create table role_told_count (
  account_id text primary key references account (id) on delete cascade,
  told       int not null check (told > 0),
  counted_to timestamptz not null check (isfinite(counted_to))
);
comment on table role_told_count is 'Recent mails to each account about its roles. A new count begins at counted_to.';

-- A contract keeps its last admin.
create function refuse_losing_last_admin() returns trigger language plpgsql as $$
begin
  -- A concurrent revocation waits here, and then sees this one.
  perform from contract where id = old.contract_id for no key update;
  if not exists (select from contract_role where contract_id = old.contract_id and role = 'admin') then
    raise exception 'The last admin of a contract keeps the role' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger contract_role_keeps_last_admin after delete on contract_role
  for each row when (old.role = 'admin') execute function refuse_losing_last_admin();
