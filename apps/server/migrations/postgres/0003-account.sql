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
  id                  text primary key,
  account_id          text not null references account (id) on delete cascade,
  token_hash          text not null unique,
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  device              text not null,
  address             text not null,
  last_used_at        timestamptz not null,
  proved_at           timestamptz not null,
  -- An operator acts for the account in this session. It ends with the operator's own session.
  operator_id         text references account (id) on delete cascade,
  operator_session_id text references session (id) on delete cascade,
  -- Ending a session on a device makes that device unknown again.
  known_device        text,
  check ((operator_id is null) = (operator_session_id is null))
);
comment on column session.token_hash is 'SHA-256 of the cookie; the cookie itself is never stored.';
comment on column session.device is 'The browser''s own name at sign-in, as the account page shows it.';
comment on column session.last_used_at is 'To the minute.';
comment on column session.proved_at is 'The last proof of the password, or of a passkey or a code in its place.';
comment on column session.known_device is 'The token_hash of the known_device that the session was opened on; null if there was none.';
create index session_account on session (account_id);
create index session_expires_at on session (expires_at);
create index session_operator_id on session (operator_id);
create index session_operator_session_id on session (operator_session_id);

create table known_device (
  token_hash   text not null,
  account_id   text not null references account (id) on delete cascade,
  signed_in_at timestamptz not null,
  primary key (account_id, token_hash)
);
comment on table known_device is 'Browsers that have signed in to the account. A row alone gives no access.';
comment on column known_device.token_hash is 'SHA-256 of the cookie; the cookie itself is never stored.';
create index known_device_token_hash on known_device (token_hash);
create index known_device_signed_in_at on known_device (signed_in_at);

create table sign_in_address (
  address    text primary key,
  failures   int not null,
  counted_to timestamptz not null
);
comment on table sign_in_address is 'Failed sign-ins of unknown devices by network address. A new count begins at counted_to.';
create index sign_in_address_counted_to on sign_in_address (counted_to);

create table sign_in_failure (
  identifier   text not null,
  failures     int not null,
  locked_until timestamptz,
  -- A known device has a row of its own, so that an attacker who guesses passwords does not lock out the owner.
  device       text not null default '',
  failed_at    timestamptz not null,
  primary key (identifier, device)
);
comment on table sign_in_failure is 'Unknown e-mails have rows too, so that the delay does not reveal which accounts exist.';
comment on column sign_in_failure.device is 'The token_hash of a known_device of the account; empty for all others together.';
create index sign_in_failure_failed_at on sign_in_failure (failed_at);
