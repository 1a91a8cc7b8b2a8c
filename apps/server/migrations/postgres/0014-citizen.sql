-- The legal person behind an account, as the account's owner stated it.
create table citizen (
  account_id text primary key references account (id) on delete cascade,
  name       text not null,
  social_id  text not null,
  said_at    timestamptz not null check (isfinite(said_at)),
  key_id     text not null
);
comment on column citizen.social_id is 'Encrypted as second factors are. Calls answer only its last four characters.';
comment on column citizen.key_id is 'The key of the installation that encrypts it.';
create index citizen_sealed_by on citizen (key_id, account_id);
create trigger citizen_is_never_emptied before truncate on citizen
  for each statement execute function refuse_emptying();
