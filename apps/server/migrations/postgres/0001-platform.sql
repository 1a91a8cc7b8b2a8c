-- What the platform itself keeps: replies by idempotency key, and who did what through the internal listener.

create table idempotency_key (
  scope        text not null,
  key          text not null check (length(key) between 1 and 255),
  request_hash text not null,
  reply        jsonb,
  created_at   timestamptz not null default now(),
  primary key (scope, key)
);
comment on table idempotency_key is 'The row is written in the transaction of the effect it stands for, and kept for ever.';

create table audit (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  request_id text not null,
  token_id   text not null,
  call       text not null,
  params     jsonb,
  query      jsonb,
  body       text
);
create index audit_at on audit (at);
comment on table audit is 'One row for each internal call that was let in. Append only.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_is_append_only before update or delete on audit for each statement execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();
