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
  -- Whoever proves a code again, because the first answer was lost or a page was loaded anew, gets the token of before: it is
  -- made of the code and of this, so that neither is kept.
  token_salt  text,
  -- Codes are counted by who asks for them, so that strangers spend nothing of what an owner may ask for.
  counted_as  text not null
);
comment on column auth_job.target is 'The e-mail in small letters, or the number.';
comment on column auth_job.account_id is 'Who was signed in when it was asked for: nobody else can use it then.';
comment on column auth_job.code_hash is 'Null where no code was sent: whoever asks is told the same.';
comment on column auth_job.token_salt is 'What the token is made of beside the code. Null until the code is proved.';
comment on column auth_job.counted_as is 'The owner''s account or device, or stranger and the purpose that was asked for.';
create index auth_job_target on auth_job (channel, target, sent_at);
create index auth_job_network on auth_job (network, sent_at);
create index auth_job_account_id on auth_job (account_id);
create index auth_job_expires_at on auth_job (expires_at);
