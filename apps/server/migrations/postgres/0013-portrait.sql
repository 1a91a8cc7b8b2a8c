-- Pictures of people, made anew of what they sent.
create table portrait (
  account_id text primary key references account (id) on delete cascade,
  version    text not null,
  image      bytea not null check (octet_length(image) between 1 and 262144),
  set_at     timestamptz not null check (isfinite(set_at))
);
comment on column portrait.version is 'The first half of the picture''s sha256: its address, which says nothing to who has not been told it.';
create trigger portrait_is_never_emptied before truncate on portrait
  for each statement execute function refuse_emptying();
