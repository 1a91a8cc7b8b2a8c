-- A write that spans transactions claims its key before it begins, and leaves its reply when it is done. Until then the
-- row says who runs it and until when that may be believed: a process that was killed does not renew its lease.
alter table idempotency_key
  add column runner      uuid,
  add column lease_until timestamptz,
  add column made        text,
  add check ((runner is null) = (lease_until is null)),
  add check (runner is null or reply is null);
comment on column idempotency_key.runner is 'Which run holds the key; null once the reply is stored.';
comment on column idempotency_key.made is 'What a run has made for good: the next one under the key goes on with it.';

-- A call that was refused did nothing, and somebody tried.
alter table audit
  add column path    text,
  add column refused text;
comment on column audit.path is 'The path as it was asked for, of a call that was refused.';
comment on column audit.refused is 'Why the call was refused; null for one that was let in.';
comment on table audit is 'One row for each internal call that was let in, and one for each internal write that was refused. Append only.';
