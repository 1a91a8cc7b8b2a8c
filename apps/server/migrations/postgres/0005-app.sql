-- Apps that an account lets obtain security tokens in its name.
create table app_grant (
  account_id text not null references account (id) on delete cascade,
  app_id     text not null,
  granted_at timestamptz not null,
  primary key (account_id, app_id)
);
comment on column app_grant.granted_at is 'The first grant; granting again keeps it.';
