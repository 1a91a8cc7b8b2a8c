-- A renewal stops nothing: the data clouds of a renewed contract go over to the new one. Which contract one was of is kept.

alter table datacloud add column since timestamptz check (isfinite(since));
comment on column datacloud.since is 'When it came over from the contract that its own has renewed; null where it was made in it.';

create table datacloud_former_contract (
  contract_id  text not null references contract (id),
  datacloud_id text not null,
  from_at      timestamptz check (isfinite(from_at)),
  to_at        timestamptz not null check (isfinite(to_at)),
  primary key (contract_id, datacloud_id),
  check (from_at <= to_at)
);
comment on table datacloud_former_contract is 'Contracts that a data cloud was of before its present one: what it used then is theirs, however late it arrives.';
comment on column datacloud_former_contract.from_at is 'Null for the contract in which it was made.';
create index datacloud_former_contract_of on datacloud_former_contract (datacloud_id, to_at);
create trigger datacloud_former_contract_is_kept before update or delete on datacloud_former_contract
  for each statement execute function refuse_change();
create trigger datacloud_former_contract_is_never_emptied before truncate on datacloud_former_contract
  for each statement execute function refuse_emptying();

create or replace function datacloud_takes_its_way() returns trigger language plpgsql as $$
begin
  if row(new.id, new.name, new.edition, new.cloud, new.region, new.region_id, new.region_name, new.region_url,
         new.creator, new.created_at)
     is distinct from row(old.id, old.name, old.edition, old.cloud, old.region, old.region_id, old.region_name,
         old.region_url, old.creator, old.created_at) then
    raise exception 'A data cloud changes in nothing but its state and its contract' using errcode = 'restrict_violation';
  end if;
  if row(new.contract_id, new.since) is distinct from row(old.contract_id, old.since) and not exists (
       select from datacloud_former_contract as former
       where former.contract_id = old.contract_id and former.datacloud_id = old.id and new.contract_id <> old.contract_id
         and former.from_at is not distinct from old.since and former.to_at = new.since) then
    raise exception 'A data cloud goes over to another contract where that of before is kept' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
       ('CREATING', 'RUNNING'), ('CREATING', 'FAILED'), ('RUNNING', 'PAUSED'), ('PAUSED', 'RUNNING'),
       ('RUNNING', 'DELETING'), ('PAUSED', 'DELETING'), ('DELETING', 'DELETED')) then
    raise exception 'No data cloud goes from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Its orders go over with it.
create or replace function datacloud_order_keeps_its_end() returns trigger language plpgsql as $$
begin
  if old.progress <> 'open' and to_jsonb(new) - 'contract_id' is distinct from to_jsonb(old) - 'contract_id' then
    raise exception 'An order that has ended never changes' using errcode = 'restrict_violation';
  end if;
  if row(new.datacloud_id, new.number, new.id, new.kind, new.asked_by, new.created_at)
     is distinct from row(old.datacloud_id, old.number, old.id, old.kind, old.asked_by, old.created_at) then
    raise exception 'What was ordered never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
alter table datacloud_order drop constraint datacloud_order_contract_id_datacloud_id_fkey;
alter table datacloud_order add constraint datacloud_order_contract_id_datacloud_id_fkey
  foreign key (contract_id, datacloud_id) references datacloud (contract_id, id) on update cascade;

-- From then on the account of the new contract says whether it runs.
create function datacloud_follows_its_contract() returns trigger language plpgsql as $$
begin
  insert into account_period as kept (contract_id, look_at, mark, follow_at)
    values (new.contract_id, '-infinity', 'rated', '-infinity')
  on conflict (contract_id) do update set follow_at = '-infinity';
  return null;
end $$;
create trigger datacloud_follows_its_contract after update on datacloud
  for each row when (new.contract_id <> old.contract_id) execute function datacloud_follows_its_contract();
