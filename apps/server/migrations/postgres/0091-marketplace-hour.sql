-- What is reported to marketplaces, hour by hour.

create table marketplace_meter (
  contract_id text not null,
  link_id     text not null,
  next_hour   timestamptz not null check (next_hour = date_trunc('hour', next_hour, 'UTC')),
  due_at      timestamptz not null check (isfinite(due_at)),
  pushed      numeric(38, 12) not null default 0,
  settled_at  timestamptz check (isfinite(settled_at)),
  primary key (contract_id, link_id),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id)
);
comment on table marketplace_meter is 'How far the hours of a link are closed.';
comment on column marketplace_meter.due_at is 'When its next hour is closed: ten minutes after its end, or at once where the link has ended.';
comment on column marketplace_meter.pushed is 'What the marketplace has accepted or is still to be told, at the price of a unit.';
comment on column marketplace_meter.settled_at is 'When the last hour of a link that has ended was through.';
create index marketplace_meter_due on marketplace_meter (due_at) where settled_at is null;
create trigger marketplace_meter_is_never_emptied before truncate on marketplace_meter
  for each statement execute function refuse_emptying();

insert into marketplace_meter (contract_id, link_id, next_hour, due_at)
  select contract_id, id, from_hour, from_hour + interval '70 minutes' from marketplace_link;

create table marketplace_hour (
  contract_id text not null,
  link_id     text not null,
  id          text not null unique,
  hour        timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  dimension   text not null,
  quantity    numeric(38, 8) not null check (quantity >= 0 and quantity <> 'NaN'),
  unit        numeric(38, 12) not null check (unit > 0),
  cumulative  numeric(38, 12) not null,
  meters_by   text not null check (meters_by in ('product', 'licence')),
  meter_key   text not null,
  state       text not null check (state in ('pending', 'reported', 'duplicate', 'failed', 'expired')),
  accepted    numeric(38, 8) not null default 0 check (accepted >= 0 and accepted <> 'NaN'),
  record_id   text,
  failure     text,
  tries       int not null default 0,
  next_try_at timestamptz,
  deadline    timestamptz not null,
  created_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (contract_id, link_id, hour, dimension),
  unique (meter_key, dimension, hour),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id),
  check ((state = 'pending') = (next_try_at is not null)),
  check ((state = 'pending') = (ended_at is null)),
  check (state in ('reported', 'duplicate') or accepted = 0)
);
comment on table marketplace_hour is 'An hourly statement: what of an hour a marketplace is told. Its quantity never changes, so that it can be sent again.';
comment on column marketplace_hour.cumulative is 'What the usage of the link had come to through this hour when it was closed.';
comment on column marketplace_hour.meter_key is 'By what the marketplace tells it from others: the licence, or the product and the buyer.';
comment on column marketplace_hour.accepted is 'What of it the marketplace bills.';
create index marketplace_hour_to_push on marketplace_hour (next_try_at) where state = 'pending';
create index marketplace_hour_deadline on marketplace_hour (deadline) where state = 'pending';
create index marketplace_hour_pending on marketplace_hour (contract_id, hour) where state = 'pending';

create function marketplace_hour_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'accepted', 'record_id', 'failure', 'tries', 'next_try_at', 'deadline', 'ended_at'];
begin
  if old.state <> 'pending' or to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hourly statement % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger marketplace_hour_keeps_its_terms before update on marketplace_hour
  for each row execute function marketplace_hour_keeps_its_terms();
create trigger marketplace_hour_is_kept before delete on marketplace_hour
  for each statement execute function refuse_change();
create trigger marketplace_hour_is_never_emptied before truncate on marketplace_hour
  for each statement execute function refuse_emptying();

create table marketplace_adjustment (
  contract_id text not null,
  link_id     text not null,
  id          text not null unique,
  hour        timestamptz not null,
  dimension   text not null,
  reason      text not null check (reason in ('lateUsage', 'duplicate', 'failed', 'expired')),
  amount      numeric(38, 12) not null check (amount <> 0 and amount <> 'NaN'),
  created_at  timestamptz not null,
  primary key (contract_id, id),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id)
);
comment on table marketplace_adjustment is 'What an hour was not told of, or was told too much of: later hours of the link take it in.';
comment on column marketplace_adjustment.hour is 'The hour that was not told of it, or the one that takes it in where usage came late.';
create index marketplace_adjustment_hour on marketplace_adjustment (contract_id, hour);
create trigger marketplace_adjustment_is_kept before update or delete on marketplace_adjustment
  for each statement execute function refuse_change();
create trigger marketplace_adjustment_is_never_emptied before truncate on marketplace_adjustment
  for each statement execute function refuse_emptying();

alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check (kind in
  ('private_offer', 'statement_issued', 'balance_low', 'account_period', 'billing_upgrade', 'voucher_ending', 'marketplace_hour'));
alter table notification_preference drop constraint notification_preference_kind_check,
  add constraint notification_preference_kind_check check (kind in
  ('private_offer', 'statement_issued', 'balance_low', 'account_period', 'billing_upgrade', 'voucher_ending', 'marketplace_hour'));
