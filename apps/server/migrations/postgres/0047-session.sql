-- Where people are signed in, as they are shown it.

alter table session
  add column device text not null default '',
  add column address text not null default '',
  add column last_used_at timestamptz,
  add column proved_at timestamptz;
alter table session alter column device drop default, alter column address drop default;
update session set last_used_at = created_at, proved_at = created_at;
alter table session alter column last_used_at set not null, alter column proved_at set not null;
comment on column session.device is 'What the browser called itself when it signed in.';
comment on column session.last_used_at is 'To the minute.';
comment on column session.proved_at is 'When the password, or what stands in its place, was proved last.';
