-- A second factor: codes that an app makes of a secret, asked for beside the password.
create table second_factor (
  account_id  text primary key references account (id) on delete cascade,
  key_id      text not null,
  secret      text not null,
  begun_at    timestamptz not null check (isfinite(begun_at)),
  enabled_at  timestamptz check (isfinite(enabled_at)),
  last_step   int,
  wrong_codes int not null default 0 check (wrong_codes >= 0)
);
comment on column second_factor.key_id is 'Of the installation''s key that the secret is encrypted with; the key is not kept here.';
comment on column second_factor.enabled_at is 'Null for one that was begun: it is asked of nobody.';
comment on column second_factor.last_step is 'The half minute of the last code that was taken: none of it or before is taken again.';
comment on column second_factor.wrong_codes is 'In a row. After a hundred only a recovery code is taken.';
create index second_factor_sealed_by on second_factor (key_id, account_id);
-- Emptied, passwords alone would let in everybody.
create trigger second_factor_is_never_emptied before truncate on second_factor
  for each statement execute function refuse_emptying();

-- Codes on paper, each of which lets in once in place of the app. One that was used is gone.
create table recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_hash  text not null,
  primary key (account_id, code_hash)
);
comment on column recovery_code.code_hash is 'sha256 of 80 random bits, of which nobody tries many.';
create trigger recovery_code_is_never_emptied before truncate on recovery_code
  for each statement execute function refuse_emptying();
