-- Where usage is acknowledged: each record's key for ever, each batch until it has moved to the usage database.

create table usage_key (
  source       text not null,
  id           text not null,
  content_hash bytea not null,
  primary key (source, id)
);
comment on table usage_key is 'One row for each record ever accepted; not partitioned, so that a key is unique over all time.';
comment on column usage_key.content_hash is 'The first 16 bytes of the SHA-256 of the record: tells a copy from another record of the same id.';

create table usage_batch (
  contract_id text not null references contract (id),
  batch_no    bigint generated always as identity unique,
  rows        int not null check (rows > 0),
  payload     text,
  accepted_at timestamptz not null,
  moved_at    timestamptz,
  primary key (contract_id, batch_no),
  check ((payload is null) = (moved_at is not null))
);
comment on column usage_batch.payload is 'The rows as one JSON array, until they are in the usage database; gone then.';
create index usage_batch_pending on usage_batch (batch_no) where payload is not null;

create sequence usage_mark as bigint;
create table usage_dirty_day (
  contract_id text not null references contract (id),
  day         date not null,
  version     bigint not null default nextval('usage_mark'),
  primary key (contract_id, day)
);
comment on table usage_dirty_day is 'Billing days that took in usage since they were rated.';
comment on column usage_dirty_day.version is 'Drawn anew by each batch, so that rating takes away only the mark it has seen.';
