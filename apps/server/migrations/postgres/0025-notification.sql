-- Notifications of a contract, who has read them, and which kinds people want by mail.
create table notification (
  contract_id text not null references contract (id),
  no          bigint generated always as identity,
  id          text not null unique,
  kind        text not null
    check (kind in ('private_offer', 'statement_issued', 'balance_low', 'budget', 'account_period', 'billing_upgrade',
      'voucher_ending', 'marketplace_hour')),
  arguments   jsonb not null check (jsonb_typeof(arguments) = 'object'),
  dedupe_key  text not null,
  mailed      integer not null check (mailed >= 0),
  created_at  timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, no),
  unique (contract_id, kind, dedupe_key)
);
comment on table notification is 'One row for one happening, however often it was told.';
comment on column notification.arguments is 'The values of its template, in every language.';
comment on column notification.dedupe_key is 'Identifies the event among those of its kind and contract.';
comment on column notification.mailed is 'The number of people who got it by mail.';
create index notification_mailed on notification (contract_id, kind, created_at) where mailed > 0;
create trigger notification_is_append_only before update or delete on notification
  for each statement execute function refuse_change();
create trigger notification_is_never_emptied before truncate on notification
  for each statement execute function refuse_emptying();

create table notification_read (
  contract_id text not null,
  account_id  text not null references account (id),
  no          bigint not null,
  read_at     timestamptz not null check (isfinite(read_at)),
  primary key (contract_id, account_id, no),
  foreign key (contract_id, no) references notification (contract_id, no)
);
create trigger notification_read_is_append_only before update or delete on notification_read
  for each statement execute function refuse_change();
create trigger notification_read_is_never_emptied before truncate on notification_read
  for each statement execute function refuse_emptying();

create table notification_preference (
  account_id text not null references account (id),
  kind       text not null
    check (kind in ('private_offer', 'statement_issued', 'balance_low', 'budget', 'account_period', 'billing_upgrade',
      'voucher_ending', 'marketplace_hour')),
  mail       boolean not null,
  primary key (account_id, kind)
);
comment on table notification_preference is 'Choices that people made. Without a choice they get mail.';
create trigger notification_preference_is_never_emptied before truncate on notification_preference
  for each statement execute function refuse_emptying();

create table notification_reader (
  account_id text primary key references account (id),
  language   text not null check (language in ('en','zh'))
);
comment on table notification_reader is 'The language in which an account last read notifications or chose their kinds.';
create trigger notification_reader_is_never_emptied before truncate on notification_reader
  for each statement execute function refuse_emptying();
