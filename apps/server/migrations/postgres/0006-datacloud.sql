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
  primary key (contract_id, id)
);
comment on column datacloud.region is 'The provider''s own id; region_id is ours and unique over all providers.';
comment on column datacloud.region_name is 'As it was called at creation: a region outside our list has no other source of its name.';
comment on column datacloud.creator is 'The e-mail of who made it, as it was then.';
create unique index datacloud_living_name on datacloud (region_id, name) where state not in ('DELETED','FAILED');
comment on index datacloud_living_name is 'A name is taken in its region while the data cloud lives.';
