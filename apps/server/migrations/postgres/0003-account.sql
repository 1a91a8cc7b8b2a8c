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
  -- Where people are signed in, as they are shown it.
  device              text not null,
  address             text not null,
  last_used_at        timestamptz not null,
  proved_at           timestamptz not null,
  -- A session in which an operator acts for the account it is of. It ends with the one that it was opened from.
  operator_id         text references account (id) on delete cascade,
  operator_session_id text references session (id) on delete cascade,
  -- A session knows its device, so that the device is a stranger's again when the session is ended for it; and servers tell
  -- each other who asks them often.
  known_device        text,
  check ((operator_id is null) = (operator_session_id is null))
);
comment on column session.token_hash is 'SHA-256 of the cookie; the cookie itself is never stored.';
comment on column session.device is 'What the browser called itself when it signed in.';
comment on column session.last_used_at is 'To the minute.';
comment on column session.proved_at is 'When the password, or what stands in its place, was proved last.';
comment on column session.known_device is 'The token_hash of the known_device it was opened on; null for one that was opened before this was kept.';
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
comment on table known_device is 'Browsers in which somebody signed in to the account; it opens nothing by itself.';
comment on column known_device.token_hash is 'SHA-256 of the cookie; the cookie itself is never stored.';
create index known_device_token_hash on known_device (token_hash);
create index known_device_signed_in_at on known_device (signed_in_at);

create table sign_in_address (
  address    text primary key,
  failures   int not null,
  counted_to timestamptz not null
);
comment on table sign_in_address is 'Failures of devices that nobody knows, by network address; a new count begins at counted_to.';
create index sign_in_address_counted_to on sign_in_address (counted_to);

create table sign_in_failure (
  identifier   text not null,
  failures     int not null,
  locked_until timestamptz,
  -- Who guesses passwords waits, and keeps nobody else out; internal tokens by scope.
  -- Failures are counted for each identifier by device: a browser that signed in there before has a row of its own.
  device       text not null default '',
  failed_at    timestamptz not null,
  primary key (identifier, device)
);
comment on table sign_in_failure is 'Kept for unknown e-mails too, so that they are told to wait like known ones.';
comment on column sign_in_failure.device is 'The token_hash of a known_device of the account; empty for all others together.';
create index sign_in_failure_failed_at on sign_in_failure (failed_at);
