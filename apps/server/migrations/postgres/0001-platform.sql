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

-- What changed with a call: written by the tables themselves, in the transaction of the call's row in the audit, by whose id
-- the two find each other.

-- Numbers of transactions begin again in a database that is restored elsewhere; not with the same instant, too.
create function this_transaction() returns text language sql as
  $$ select pg_current_xact_id()::text || '@' || extract(epoch from now())::text $$;

-- What the platform itself keeps: replies by idempotency key, and who did what through the internal listener.
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
comment on column idempotency_key.runner is 'Which run holds the key; null once the reply is stored.';
comment on column idempotency_key.made is 'What a run has made for good: the next one under the key goes on with it.';
create trigger idempotency_key_is_never_emptied before truncate on idempotency_key
  for each statement execute function refuse_emptying();

create table request_count (
  key     text not null,
  server  text not null,
  count   int not null check (count > 0),
  ends_at timestamptz not null check (isfinite(ends_at)),
  primary key (server, key)
);
comment on table request_count is 'What each server has counted of who asks often, told every few seconds; it counts until ends_at, by the clock of this database.';
comment on column request_count.key is 'A network address, or the SHA-256 of a session''s token: the token itself is never stored.';
comment on column request_count.server is 'Of one process, made up at its start. Nobody else writes its rows.';
create index request_count_ends_at on request_count (ends_at);

-- Messages that could not go out because no mail server is configured: a first user reads the code to sign up with here.
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
  -- One transaction can find an account overdue and take the deposit that pays it: its people were mailed both.
  about       text
);
comment on table message_outbox is 'Gone once they are sent. Where nobody carries them they are printed, and kept to be read here.';
comment on column message_outbox.next_try_at is 'Null for one that is tried no more: it was printed, or could not be sent.';
comment on column message_outbox.about is 'What it tells of which contract: by this it is withdrawn while it waits, where that has passed.';
create index message_outbox_next_try_at on message_outbox (next_try_at) where next_try_at is not null;
create index message_outbox_given_up on message_outbox (at) where next_try_at is null and failure is not null;
-- Where nobody carries messages they are all kept for a month.
create index message_outbox_kept on message_outbox (at) where next_try_at is null;
create index message_outbox_about on message_outbox (about) where about is not null;
create index message_outbox_recipient on message_outbox (recipient, at);
