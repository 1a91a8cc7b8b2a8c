-- What the controller of a region is asked to do with a data cloud, and what may become of one.

create unique index datacloud_id on datacloud (id);
comment on index datacloud_id is 'A data cloud is deleted by its id alone, and told of by its controller.';
create index datacloud_created_at on datacloud (contract_id, created_at desc, id);

create function datacloud_takes_its_way() returns trigger language plpgsql as $$
begin
  if row(new.contract_id, new.id, new.name, new.edition, new.cloud, new.region, new.region_id, new.region_name,
         new.region_url, new.creator, new.created_at)
     is distinct from row(old.contract_id, old.id, old.name, old.edition, old.cloud, old.region, old.region_id,
         old.region_name, old.region_url, old.creator, old.created_at) then
    raise exception 'A data cloud changes in nothing but its state' using errcode = 'restrict_violation';
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
create trigger datacloud_is_kept before delete on datacloud for each statement execute function refuse_change();

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
  foreign key (contract_id, datacloud_id) references datacloud (contract_id, id),
  check (progress = 'open' or next_try_at is null)
);
comment on table datacloud_order is 'Written in the transaction of what was asked; sent after it, again and again, until its end is told.';
comment on column datacloud_order.number is 'Orders of a data cloud are carried out one after another, in this order.';
comment on column datacloud_order.id is 'What the controller knows it by, so that it does nothing twice.';
comment on column datacloud_order.asked_by is 'In whose name it is done; null where nobody asked, as when an account is suspended.';
comment on column datacloud_order.next_try_at is 'Null for one that waits for the one before it, and for one that has ended.';
create unique index datacloud_order_on_its_way on datacloud_order (contract_id, datacloud_id) where next_try_at is not null;
comment on index datacloud_order_on_its_way is 'One at a time: two could arrive in either order.';
create index datacloud_order_next_try_at on datacloud_order (next_try_at) where next_try_at is not null;

create function datacloud_order_keeps_its_end() returns trigger language plpgsql as $$
begin
  if old.progress <> 'open' then
    raise exception 'An order that has ended never changes' using errcode = 'restrict_violation';
  end if;
  if row(new.contract_id, new.datacloud_id, new.number, new.id, new.kind, new.asked_by, new.created_at)
     is distinct from row(old.contract_id, old.datacloud_id, old.number, old.id, old.kind, old.asked_by, old.created_at) then
    raise exception 'What was ordered never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger datacloud_order_keeps_its_end before update on datacloud_order
  for each row execute function datacloud_order_keeps_its_end();
create trigger datacloud_order_is_kept before delete on datacloud_order for each statement execute function refuse_change();
create trigger datacloud_order_is_never_emptied before truncate on datacloud_order
  for each statement execute function refuse_emptying();
