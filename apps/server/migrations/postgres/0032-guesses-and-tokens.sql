-- Who guesses passwords waits, and keeps nobody else out; internal tokens by scope.

-- Failures are counted for each identifier by device: a browser that signed in there before has a row of its own.
alter table sign_in_failure
  add column device text not null default '',
  add column failed_at timestamptz not null default now();
alter table sign_in_failure alter column failed_at drop default;
alter table sign_in_failure drop constraint sign_in_failure_pkey, add primary key (identifier, device);
comment on table sign_in_failure is 'Kept for unknown e-mails too, so that they are told to wait like known ones.';
comment on column sign_in_failure.device is 'The token_hash of a known_device of the account; empty for all others together.';
create index sign_in_failure_failed_at on sign_in_failure (failed_at);

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

create index session_expires_at on session (expires_at);

alter table internal_token
  add column name text not null default '',
  add column last_used_at timestamptz;
alter table internal_token alter column name drop default;
comment on column internal_token.token_hash is 'SHA-256 of the token; the token itself is never stored.';
comment on column internal_token.last_used_at is 'To the minute.';
-- Who could write could write everything.
update internal_token
set name = id,
    scopes = array_remove(scopes, 'write')
      || array['usage.write', 'price.write', 'contract.write', 'money.write', 'operation.write', 'token.write']
where 'write' = any (scopes);
update internal_token set name = id where name = '';
