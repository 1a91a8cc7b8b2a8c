create schema jobs;

create type text_range as range (subtype = text, collation = "C");

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Identifies a transaction: by this an audit row finds the changes that its call made. Transaction numbers begin again in a
-- database that is restored elsewhere, but not at the same instant.
create function this_transaction() returns text language sql as
  $$ select pg_current_xact_id()::text || '@' || extract(epoch from now())::text $$;

-- Replies by idempotency key.
create table idempotency_key (
  scope        text not null,
  key          text not null check (length(key) between 1 and 255),
  request_hash text not null,
  reply        jsonb,
  created_at   timestamptz not null default now(),
  -- A write that spans transactions claims its key before it begins, and leaves its reply when it is done. Until then the
  -- row says who runs it and until when that may be believed: a process that was killed does not renew its lease.
  runner       uuid,
  lease_until  timestamptz,
  made         text,
  primary key (scope, key),
  check ((runner is null) = (lease_until is null)),
  check (runner is null or reply is null)
);
comment on table idempotency_key is 'The row is written in the transaction of the effect it stands for, and kept for ever.';
comment on column idempotency_key.runner is 'The run that holds the key; null once the reply is stored.';
comment on column idempotency_key.made is 'The id of a thing that a run has committed: the next run under the key continues from it.';
create trigger idempotency_key_is_never_emptied before truncate on idempotency_key
  for each statement execute function refuse_emptying();

create table request_count (
  key     text not null,
  server  text not null,
  count   int not null check (count > 0),
  ends_at timestamptz not null check (isfinite(ends_at)),
  primary key (server, key)
);
comment on table request_count is 'Requests that each server counted for frequent callers, written every few seconds. A row counts until ends_at, by the clock of this database.';
comment on column request_count.key is 'A network address, or the SHA-256 of a session''s token: the token itself is never stored.';
comment on column request_count.server is 'A random id of one process. No other process writes its rows.';
create index request_count_ends_at on request_count (ends_at);

-- Messages on their way. Without a mail server, the first user reads the sign-up code here.
create table message_outbox (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  recipient   text not null,
  subject     text not null,
  body        text not null,
  channel     text not null check (channel in ('mail', 'sms')),
  tries       int not null default 0,
  next_try_at timestamptz,
  failure     text,
  about       text
);
comment on table message_outbox is 'A row goes once it is sent. Without a mail server it is printed, and kept for a month.';
comment on column message_outbox.next_try_at is 'Null once it is not tried any more: it was printed, or could not be sent.';
comment on column message_outbox.about is 'The notification kind and the contract. A message that waits is withdrawn by this when its news has passed.';
create index message_outbox_next_try_at on message_outbox (next_try_at) where next_try_at is not null;
create index message_outbox_given_up on message_outbox (at) where next_try_at is null and failure is not null;
-- Without a mail server, all messages are kept for a month.
create index message_outbox_kept on message_outbox (at) where next_try_at is null;
create index message_outbox_about on message_outbox (about) where about is not null;
create index message_outbox_recipient on message_outbox (recipient, at);
