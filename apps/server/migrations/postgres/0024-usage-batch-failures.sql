-- Batches that fail again and again while others are stored: they are tried last, and set aside in the end.
alter table usage_batch
  add column failures  smallint not null default 0 check (failures >= 0),
  add column failed_at timestamptz;
comment on column usage_batch.failures is 'How often it failed while others were stored, at most once a minute.';
comment on column usage_batch.failed_at is 'When it failed last, to the minute; null when it never did.';
