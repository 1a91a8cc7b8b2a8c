-- Data clouds: a customer's environment in one region of one cloud.
create table datacloud (
  contract_id text not null references contract (id),
  id          text not null,
  name        text not null,
  state       text not null check (state in ('CREATING','RUNNING','PAUSED','DELETING','DELETED','FAILED')),
  edition     text not null check (edition in ('ENTERPRISE','BUSINESSCRITICAL')),
  cloud       text not null,
  region      text not null,
  region_id   text not null,
  region_name text not null,
  region_url  text not null,
  creator     text not null,
  created_at  timestamptz not null,
  -- Usage that starts after the deletion is refused.
  deleted_at  timestamptz check (isfinite(deleted_at)),
  -- A renewal moves the data clouds of the renewed contract to the new one, and stops none. The former contract is kept.
  since       timestamptz check (isfinite(since)),
  stopped     boolean not null default false,
  primary key (contract_id, id),
  constraint datacloud_deleted_at check ((deleted_at is not null) = (state = 'DELETED')),
  constraint datacloud_stopped_lives check (not stopped or state in ('CREATING','RUNNING','PAUSED'))
);
comment on column datacloud.region is 'The provider''s own id; region_id is ours and unique over all providers.';
comment on column datacloud.region_name is 'The name at creation: a region outside our list has no other source of its name.';
comment on column datacloud.creator is 'The e-mail of who made it, as it was then.';
comment on column datacloud.deleted_at is 'The time it became DELETED. Usage until then is billed.';
comment on column datacloud.stopped is 'True while a budget keeps it paused. A cured account does not resume it.';
create index datacloud_stopped on datacloud (contract_id) where stopped;
comment on column datacloud.since is 'The time it was taken over from a renewed contract; null if it was created in this one.';
create unique index datacloud_living_name on datacloud (region_id, name) where state not in ('DELETED','FAILED');
comment on index datacloud_living_name is 'A name is taken in its region while the data cloud lives.';
-- Orders to the controller of a region, and the states that a data cloud may go through.
create unique index datacloud_id on datacloud (id);
comment on index datacloud_id is 'A data cloud is deleted by its id alone, and told of by its controller.';
create index datacloud_created_at on datacloud (contract_id, created_at desc, id);
create trigger datacloud_is_kept before delete on datacloud for each statement execute function refuse_change();
create trigger datacloud_is_noted after insert or update or delete on datacloud
  for each row execute function note_change('contract_id', '{
    contract_id, id, name, state, edition, cloud, region, region_id, region_name, region_url, creator, created_at,
    deleted_at, since, stopped
  }');
create trigger datacloud_is_never_emptied before truncate on datacloud
  for each statement execute function refuse_emptying();

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

create table datacloud_order (
  contract_id  text not null,
  datacloud_id text not null,
  number       int  not null check (number > 0),
  id           text not null unique,
  kind         text not null check (kind in ('create', 'pause', 'resume', 'delete')),
  asked_by     text references account (id),
  created_at   timestamptz not null check (isfinite(created_at)),
  progress     text not null default 'open' check (progress in ('open', 'done', 'failed', 'refused', 'withdrawn')),
  tries        int  not null default 0,
  next_try_at  timestamptz,
  failure      text,
  primary key (contract_id, datacloud_id, number),
  check (progress = 'open' or next_try_at is null),
  foreign key (contract_id, datacloud_id) references datacloud (contract_id, id) on update cascade
);
comment on table datacloud_order is 'Written in the transaction of what was asked; sent after it, again and again, until its end is told.';
comment on column datacloud_order.number is 'Orders of a data cloud are carried out one after another, in this order.';
comment on column datacloud_order.id is 'The controller''s idempotency key.';
comment on column datacloud_order.asked_by is 'In whose name it is done; null where nobody asked, as when an account is suspended.';
comment on column datacloud_order.next_try_at is 'Null for one that waits for the one before it, and for one that has ended.';
create unique index datacloud_order_on_its_way on datacloud_order (contract_id, datacloud_id) where next_try_at is not null;
comment on index datacloud_order_on_its_way is 'One at a time: two could arrive in either order.';
create index datacloud_order_next_try_at on datacloud_order (next_try_at) where next_try_at is not null;
create trigger datacloud_order_is_kept before delete on datacloud_order for each statement execute function refuse_change();
create trigger datacloud_order_is_never_emptied before truncate on datacloud_order
  for each statement execute function refuse_emptying();

create function datacloud_takes_its_way() returns trigger language plpgsql as $$
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
create trigger datacloud_takes_its_way before update on datacloud
  for each row execute function datacloud_takes_its_way();

-- Its orders move with it.
create function datacloud_order_keeps_its_end() returns trigger language plpgsql as $$
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
create trigger datacloud_order_keeps_its_end before update on datacloud_order
  for each row execute function datacloud_order_keeps_its_end();

create function datacloud_keeps_its_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'When a data cloud was deleted never changes' using errcode = 'restrict_violation';
end $$;
create trigger datacloud_keeps_its_deletion before update on datacloud
  for each row when (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
  execute function datacloud_keeps_its_deletion();

-- From then on the new contract's account decides if it runs.
create function datacloud_follows_its_contract() returns trigger language plpgsql as $$
begin
  insert into account_period as kept (contract_id, look_at, mark, follow_at)
    values (new.contract_id, '-infinity', 'rated', '-infinity')
  on conflict (contract_id) do update set follow_at = '-infinity';
  return null;
end $$;
create trigger datacloud_follows_its_contract after update on datacloud
  for each row when (new.contract_id <> old.contract_id) execute function datacloud_follows_its_contract();
