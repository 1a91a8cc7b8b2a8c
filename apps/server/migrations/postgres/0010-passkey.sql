-- Passkeys: keys that an authenticator keeps, each of which signs in by itself.
create table passkey (
  id            text primary key,
  account_id    text not null references account (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key    text not null,
  rp_id         text not null,
  transports    text not null,
  sign_count    bigint not null check (sign_count >= 0),
  name          text not null,
  created_at    timestamptz not null check (isfinite(created_at)),
  last_used_at  timestamptz check (isfinite(last_used_at))
);
comment on column passkey.credential_id is 'As its authenticator names it, in base64url.';
comment on column passkey.public_key is 'COSE, in base64url. The other half never leaves the authenticator.';
comment on column passkey.rp_id is 'The name of ours that it was made for: no browser uses it at another.';
comment on column passkey.transports is 'How it can be reached, as its browser has said, joined by commas.';
comment on column passkey.sign_count is 'Of the last use, and only ever higher, but for authenticators that do not count and say 0.';
-- Emptied, whoever has only these could not sign in.
create trigger passkey_is_never_emptied before truncate on passkey
  for each statement execute function refuse_emptying();
create index on passkey (account_id);

-- What authenticators are asked to sign. Taken once, by whoever asked for it.
create table passkey_challenge (
  holder     text primary key,
  challenge  text not null,
  expires_at timestamptz not null check (isfinite(expires_at))
);
comment on column passkey_challenge.holder is 'The session that adds a passkey, or the sha256 of the cookie of the browser that signs in: its last challenge counts.';
