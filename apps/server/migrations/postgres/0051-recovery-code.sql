-- Codes on paper, each of which lets in once in place of the app. One that was used is gone.

create table recovery_code (
  account_id text not null references account (id) on delete cascade,
  code_hash  text not null,
  primary key (account_id, code_hash)
);
comment on column recovery_code.code_hash is 'sha256 of 80 random bits, of which nobody tries many.';
create trigger recovery_code_is_never_emptied before truncate on recovery_code
  for each statement execute function refuse_emptying();
