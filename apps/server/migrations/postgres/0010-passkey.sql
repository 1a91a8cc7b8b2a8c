-- Passkeys: keys of an authenticator, each of which signs in alone.
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
comment on column passkey.credential_id is 'The authenticator''s id of the key, in base64url.';
comment on column passkey.public_key is 'COSE, in base64url. The private key never leaves the authenticator.';
comment on column passkey.rp_id is 'Our domain when the passkey was made. Browsers use it on no other.';
comment on column passkey.transports is 'The transports that the browser named, joined by commas.';
comment on column passkey.sign_count is 'The counter at the last use. It only rises; authenticators without one always send 0.';
-- An empty table would lock out people who have only passkeys.
create trigger passkey_is_never_emptied before truncate on passkey
  for each statement execute function refuse_emptying();
create index on passkey (account_id);

-- Challenges for authenticators to sign. The requester uses one once.
create table passkey_challenge (
  holder     text primary key,
  challenge  text not null,
  expires_at timestamptz not null check (isfinite(expires_at))
);
comment on column passkey_challenge.holder is 'The session that adds a passkey, or the SHA-256 of the cookie of the browser that signs in. Only its last challenge counts.';
