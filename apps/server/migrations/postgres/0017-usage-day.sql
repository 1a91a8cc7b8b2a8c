-- What was acknowledged, by contract and billing day: every rating and every signing is held against it. And a batch
-- that is known by more than its number, is claimed by whoever moves it, and can be sent again for a while.

create table usage_day (
  contract_id text not null references contract (id),
  day         date not null,
  rows        bigint not null check (rows > 0),
  quantity    numeric(38,12) not null,
  primary key (contract_id, day)
);
comment on table usage_day is 'Written in the transaction that acknowledges usage, and never lowered.';
comment on column usage_day.day is 'A day of the contract''s billing zone: that under which the usage is billed.';
comment on column usage_day.quantity is 'The sum over all SKUs: a control total, which means nothing by itself.';

alter table rated_day add column quantity numeric(38,12);
comment on column rated_day.quantity is 'What the run''s rows add up to, as in usage_day; none for runs from before this was kept.';
-- They are rated once more, so that every day of an open month can be held against what was acknowledged.
insert into usage_dirty_day (contract_id, day)
  select contract_id, day from rated_day
  where not exists (select from closed_month
                    where closed_month.contract_id = rated_day.contract_id and month = to_char(day, 'YYYY-MM'))
  order by contract_id, day
  on conflict (contract_id, day) do update set version = nextval('usage_mark');

create table usage_to_count (
  contract_id   text primary key references contract (id),
  through_batch bigint not null
);
comment on table usage_to_count is 'Contracts whose batches up to a number came before usage_day; a row goes when they are counted.';
insert into usage_to_count (contract_id, through_batch) select contract_id, max(batch_no) from usage_batch group by contract_id;

alter table usage_batch
  add column id            uuid not null default '00000000-0000-0000-0000-000000000000',
  add column month         text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$' and month between '2000-01' and '2101-01'),
  add column claim         uuid,
  add column claimed_until timestamptz,
  add column set_aside_at  timestamptz,
  add column failure       text,
  drop constraint usage_batch_check,
  add check (payload is not null or moved_at is not null),
  add check ((set_aside_at is null) = (failure is null)),
  add check (set_aside_at is null or moved_at is null);
alter table usage_batch alter column id set default gen_random_uuid();
comment on column usage_batch.id is 'What its rows in the usage database bear: numbers come again when this database is restored. All zeros: from before.';
comment on column usage_batch.month is 'The one billing month in which its rows are billed; none for batches from before.';
comment on column usage_batch.payload is 'The rows as one JSON array, until they have been in the usage database for three days.';
comment on column usage_batch.claimed_until is 'By this database''s clock. Until then whoever has the claim moves it, and nobody else.';
comment on column usage_batch.failure is 'Why the usage database refuses its rows, whoever sends them: it waits for a person.';

drop index usage_batch_pending;
create index usage_batch_pending on usage_batch (batch_no) where moved_at is null;
create index usage_batch_kept on usage_batch (moved_at) where payload is not null and moved_at is not null;

-- Marks from before this are as they are.
alter table usage_dirty_day add constraint usage_dirty_day_can_be_rated
  check (day between '2000-01-01' and '2101-01-01') not valid;

create trigger usage_key_is_append_only before update or delete on usage_key for each statement execute function refuse_change();
create trigger usage_key_is_never_emptied before truncate on usage_key for each statement execute function refuse_change();
create trigger usage_batch_is_kept before delete on usage_batch for each statement execute function refuse_change();
create trigger usage_batch_is_never_emptied before truncate on usage_batch for each statement execute function refuse_change();
create trigger usage_day_is_kept before delete on usage_day for each statement execute function refuse_change();
create trigger usage_day_is_never_emptied before truncate on usage_day for each statement execute function refuse_change();

create function refuse_fewer_usage() returns trigger language plpgsql as $$
begin
  if new.rows <= old.rows or row(new.contract_id, new.day) is distinct from row(old.contract_id, old.day) then
    raise exception 'What was acknowledged is never taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger usage_day_only_grows before update on usage_day for each row execute function refuse_fewer_usage();

create function refuse_other_batch() returns trigger language plpgsql as $$
begin
  if row(new.contract_id, new.batch_no, new.id, new.month, new.rows, new.accepted_at)
     is distinct from row(old.contract_id, old.batch_no, old.id, old.month, old.rows, old.accepted_at) then
    raise exception 'What was acknowledged never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger usage_batch_keeps_what_was_acknowledged before update on usage_batch for each row execute function refuse_other_batch();
