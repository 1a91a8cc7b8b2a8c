create table internal_token (
  id           text primary key,
  token_hash   text not null unique,
  scopes       text[] not null,
  created_at   timestamptz not null,
  revoked_at   timestamptz,
  name         text not null,
  last_used_at timestamptz
);
comment on column internal_token.token_hash is 'SHA-256 of the token; the token itself is never stored.';
comment on column internal_token.last_used_at is 'To the minute.';
