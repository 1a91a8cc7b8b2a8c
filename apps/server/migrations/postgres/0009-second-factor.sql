-- Second factors: an authenticator app derives codes from the secret, and sign-in asks for one beside the password.
create table second_factor (
  account_id  text primary key references account (id) on delete cascade,
  key_id      text not null,
  secret      text not null,
  begun_at    timestamptz not null check (isfinite(begun_at)),
  enabled_at  timestamptz check (isfinite(enabled_at)),
  last_step   int,
  wrong_codes int not null default 0 check (wrong_codes >= 0)
);
comment on column second_factor.key_id is 'The installation''s key that encrypts the secret; the key itself is not stored here.';
comment on column second_factor.enabled_at is 'Null while it is being set up: sign-in does not ask for it yet.';
comment on column second_factor.last_step is 'The half minute of the last accepted code. No code of that or an earlier one is accepted again.';
comment on column second_factor.wrong_codes is 'Wrong codes in a row. After a hundred, only a recovery code is accepted.';
create index second_factor_sealed_by on second_factor (key_id, account_id);
-- An empty table would let everybody sign in by the password alone.
create trigger second_factor_is_never_emptied before truncate on second_factor
  for each statement execute function refuse_emptying();

-- Recovery codes: each replaces the app once, and is deleted when it is used.
create table recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_hash  text not null,
  primary key (account_id, code_hash)
);
comment on column recovery_code.code_hash is 'SHA-256 of 80 random bits, too many to guess.';
create trigger recovery_code_is_never_emptied before truncate on recovery_code
  for each statement execute function refuse_emptying();
