-- Codes that prove an e-mail or a telephone.
create table auth_job (
  id          text primary key,
  channel     text not null check (channel in ('mail', 'sms')),
  target      text not null,
  purpose     text not null check (purpose in ('register', 'reset', 'phone')),
  account_id  text references account (id) on delete cascade,
  network     text not null,
  code_hash   text,
  token_hash  text unique,
  wrong_tries int not null default 0,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  proved_at   timestamptz,
  used_at     timestamptz,
  -- The token is derived from the code and this salt. So a code that is proved again, after a lost answer or a reload, gives
  -- the same token, and neither is stored.
  token_salt  text,
  -- Limits count codes by requester, so that strangers do not use up the owner's.
  counted_as  text not null
);
comment on column auth_job.target is 'The e-mail in lower case, or the phone number.';
comment on column auth_job.account_id is 'The account that was signed in when the code was requested. No other account can use it then.';
comment on column auth_job.code_hash is 'Null if no code was sent. The requester gets the same answer.';
comment on column auth_job.token_salt is 'Null until the code is proved.';
comment on column auth_job.counted_as is 'The owner''s account or device; for others, stranger and the purpose.';
create index auth_job_target on auth_job (channel, target, sent_at);
create index auth_job_network on auth_job (network, sent_at);
create index auth_job_account_id on auth_job (account_id);
create index auth_job_expires_at on auth_job (expires_at);
