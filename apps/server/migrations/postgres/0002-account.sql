-- People who sign in, and their sessions.

create table account (
  id            text primary key,
  identifier    text not null,
  password_hash text not null,
  traits        jsonb not null default '{}',
  created_at    timestamptz not null
);
comment on column account.identifier is 'The e-mail as it was typed; unique without regard to case.';
create unique index account_identifier on account (lower(identifier));

create table session (
  id         text primary key,
  account_id text not null references account (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column session.token_hash is 'SHA-256 of the cookie; the cookie itself is never stored.';
create index session_account on session (account_id);

create table sign_in_failure (
  identifier   text primary key,
  failures     int not null,
  locked_until timestamptz
);
comment on table sign_in_failure is 'Kept for unknown e-mails too, so that a locked one looks the same as a wrong one.';

create table internal_token (
  id         text primary key,
  token_hash text not null unique,
  scopes     text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
