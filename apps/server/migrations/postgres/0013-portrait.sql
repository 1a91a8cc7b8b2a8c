-- Profile pictures, re-encoded from the uploads.
create table portrait (
  account_id text primary key references account (id) on delete cascade,
  version    text not null,
  image      bytea not null check (octet_length(image) between 1 and 262144),
  set_at     timestamptz not null check (isfinite(set_at))
);
comment on column portrait.version is 'The first half of the picture''s SHA-256. It is part of the URL, so that only people who were given the URL can load it.';
create trigger portrait_is_never_emptied before truncate on portrait
  for each statement execute function refuse_emptying();
