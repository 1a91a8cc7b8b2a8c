-- Contracts whose usage a cloud's marketplace bills.
create table marketplace_subscription (
  id              text primary key,
  cloud_provider  text not null check (cloud_provider in ('aws', 'azure')),
  product         text not null,
  account_id      text not null default '',
  customer_id     text not null default '',
  licence_arn     text,
  instance_id     text not null default '',
  plan_id         text not null default '',
  identity        text not null unique,
  state           text not null check (state in ('subscribing', 'subscribed', 'unsubscribed')),
  told_at         timestamptz check (isfinite(told_at)),
  unsubscribed_at timestamptz check (isfinite(unsubscribed_at)),
  created_at      timestamptz not null,
  constraint marketplace_subscription_is_left_once check ((state = 'unsubscribed') = (unsubscribed_at is not null))
);
comment on table marketplace_subscription is 'Subscriptions of buyers at a marketplace, from its tokens and messages.';
comment on column marketplace_subscription.product is 'AWS: the product code. Azure: the offer.';
comment on column marketplace_subscription.customer_id is 'The buyer''s id in older AWS integrations.';
comment on column marketplace_subscription.instance_id is 'Azure: the subscription. AWS: the tail of the licence, where there is one.';
comment on column marketplace_subscription.identity is 'Unique over all marketplaces.';
comment on column marketplace_subscription.told_at is 'The time of the last message that was applied. Messages that come out of order change nothing.';
create index marketplace_subscription_of_customer on marketplace_subscription (product, customer_id) where customer_id <> '';
create index marketplace_subscription_of_account on marketplace_subscription (product, account_id) where account_id <> '';
create trigger marketplace_subscription_is_never_emptied before truncate on marketplace_subscription
  for each statement execute function refuse_emptying();

create table marketplace_token (
  token_hash      text primary key,
  cloud_provider  text not null,
  subscription_id text not null references marketplace_subscription (id),
  asked_at        timestamptz not null,
  expires_at      timestamptz not null
);
comment on table marketplace_token is 'Registration tokens that their marketplace has resolved, by their hashes: until they expire it need not be asked again.';
create index marketplace_token_expires on marketplace_token (expires_at);

create table marketplace_notification (
  id         text primary key,
  source     text not null check (source in ('sns', 'eventbridge', 'azure')),
  message_id text not null,
  action     text not null,
  product    text not null,
  customer   text not null,
  told_at    timestamptz not null check (isfinite(told_at)),
  outcome    text not null check (outcome in ('applied', 'outdated', 'unknown', 'ambiguous')),
  created_at timestamptz not null,
  unique (source, message_id)
);
comment on table marketplace_notification is 'Messages of marketplaces, each once however often it is sent.';
create index marketplace_notification_created on marketplace_notification (created_at);
create trigger marketplace_notification_is_kept before update or delete on marketplace_notification
  for each statement execute function refuse_change();
create trigger marketplace_notification_is_never_emptied before truncate on marketplace_notification
  for each statement execute function refuse_emptying();

create table marketplace_link (
  contract_id     text not null references contract (id),
  id              text not null unique,
  subscription_id text not null references marketplace_subscription (id),
  cloud_provider  text not null,
  account_id      text not null,
  instance_id     text not null,
  operator        text references account (id),
  from_hour       timestamptz not null check (from_hour = date_trunc('hour', from_hour, 'UTC')),
  activated_at    timestamptz not null check (isfinite(activated_at)),
  ended_at        timestamptz check (isfinite(ended_at) and ended_at >= activated_at),
  primary key (contract_id, id)
);
comment on table marketplace_link is 'A contract whose usage a subscription is billed for, from the hour of its activation until it ends.';
comment on column marketplace_link.operator is 'The account that has linked it.';
create unique index marketplace_link_of_contract on marketplace_link (contract_id) where ended_at is null;
create unique index marketplace_link_of_subscription on marketplace_link (subscription_id) where ended_at is null;
create index marketplace_link_by_subscription on marketplace_link (subscription_id);
create index marketplace_link_activated on marketplace_link (activated_at);
create trigger marketplace_link_is_kept before delete on marketplace_link
  for each statement execute function refuse_change();
create trigger marketplace_link_is_never_emptied before truncate on marketplace_link
  for each statement execute function refuse_emptying();
create trigger marketplace_link_is_noted after insert or update on marketplace_link
  for each row execute function note_change('contract_id', '{
    contract_id, id, cloud_provider, account_id, instance_id, operator, from_hour, activated_at, ended_at
  }');
create trigger marketplace_link_marks_account_period after insert or update on marketplace_link
  for each row execute function mark_account_period('rated');

-- An hour that is reported by product and by licence is billed twice by AWS. So each link reports by one of the two from an
-- hour on, and the two never overlap for a buyer of a product.
create table marketplace_metering (
  contract_id text not null,
  link_id     text not null,
  from_hour   timestamptz not null check (from_hour = date_trunc('hour', from_hour, 'UTC')),
  to_hour     timestamptz check (to_hour = date_trunc('hour', to_hour, 'UTC') and to_hour >= from_hour),
  meters_by   text not null check (meters_by in ('product', 'licence')),
  product     text not null,
  customer    text not null,
  licence_arn text,
  primary key (contract_id, link_id, from_hour),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id),
  check (meters_by = 'product' or licence_arn is not null)
);
comment on column marketplace_metering.to_hour is 'The first hour that is not reported so. Null: it holds until the link ends.';
comment on column marketplace_metering.customer is 'The buyer as the marketplace names it: the AWS account or older customer id, or the Azure subscription.';
create index marketplace_metering_of_customer on marketplace_metering (product, customer);
create trigger marketplace_metering_is_never_emptied before truncate on marketplace_metering
  for each statement execute function refuse_emptying();

-- Hours that are reported to marketplaces.
create table marketplace_meter (
  contract_id text not null,
  link_id     text not null,
  next_hour   timestamptz not null check (next_hour = date_trunc('hour', next_hour, 'UTC')),
  due_at      timestamptz not null check (isfinite(due_at)),
  pushed      numeric(38, 12) not null default 0,
  settled_at  timestamptz check (isfinite(settled_at)),
  -- The meter keeps the sum of its closed hours, so that closing an hour costs the same however old the link is. Rating a
  -- closed hour again updates the sum.
  rated       numeric(38, 12) not null default 0,
  -- A link that begins within an hour reports from the next hour on: the former link reports the begun hour.
  first_hour  timestamptz not null,
  primary key (contract_id, link_id),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id)
);
comment on table marketplace_meter is 'The hours of a link that are closed.';
comment on column marketplace_meter.due_at is 'The time to close its next hour: ten minutes after its end, or at once if the link has ended.';
comment on column marketplace_meter.pushed is 'The amount that the marketplace has accepted, may have accepted or will still be told, at the price of a unit.';
comment on column marketplace_meter.settled_at is 'The time an ended link was settled, with no hour left to report.';
comment on column marketplace_meter.rated is 'The rated sum of the closed hours. It follows no rating once the link is settled.';
comment on column marketplace_meter.first_hour is 'The first hour that is reported of the link. It includes earlier usage since the link began.';
create index marketplace_meter_due on marketplace_meter (due_at) where settled_at is null;
create trigger marketplace_meter_is_never_emptied before truncate on marketplace_meter
  for each statement execute function refuse_emptying();
create trigger marketplace_meter_marks_account_period after update on marketplace_meter
  for each row when (new.settled_at is distinct from old.settled_at) execute function mark_account_period('rated');

create table marketplace_hour (
  contract_id   text not null,
  link_id       text not null,
  id            text not null unique,
  hour          timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  dimension     text not null,
  quantity      numeric(38, 8) not null check (quantity >= 0 and quantity <> 'NaN'),
  unit          numeric(38, 12) not null check (unit > 0),
  cumulative    numeric(38, 12) not null,
  meters_by     text not null check (meters_by in ('product', 'licence')),
  meter_key     text not null,
  state         text not null check (state in ('pending', 'reported', 'duplicate', 'failed', 'expired')),
  accepted      numeric(38, 8) not null default 0 check (accepted >= 0 and accepted <> 'NaN'),
  record_id     text,
  failure       text,
  tries         int not null default 0,
  next_try_at   timestamptz,
  deadline      timestamptz not null,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  -- A marketplace may have taken a record without answering. Such an hour is in doubt when it ends without an answer.
  unanswered    int not null default 0 check (unanswered >= 0),
  in_doubt      boolean not null default false,
  -- People decide hours in doubt.
  decision      text check (decision in ('taken', 'notTaken')),
  -- One process at a time sends an hour: two answers could not be told apart.
  sending_until timestamptz,
  primary key (contract_id, link_id, hour, dimension),
  unique (meter_key, dimension, hour),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id),
  check ((state = 'pending') = (next_try_at is not null)),
  check ((state = 'pending') = (ended_at is null)),
  check (state in ('reported', 'duplicate') or accepted = 0),
  constraint marketplace_hour_in_doubt
    check (in_doubt = (state in ('failed', 'expired') and unanswered > 0 and quantity > 0))
);
comment on table marketplace_hour is 'An hourly statement: the quantity that a marketplace is told for an hour. It never changes, so that it can be sent again.';
comment on column marketplace_hour.cumulative is 'The link''s usage through this hour when the hour was closed.';
comment on column marketplace_hour.meter_key is 'Identifies the meter at the marketplace: the licence or the product, with the buyer.';
comment on column marketplace_hour.accepted is 'The quantity that the marketplace bills.';
comment on column marketplace_hour.unanswered is 'Reports of the hour that got no answer.';
comment on column marketplace_hour.in_doubt is 'It has ended, and nobody knows whether its marketplace bills it.';
comment on column marketplace_hour.decision is 'The last decision of a person about the hour in doubt.';
comment on column marketplace_hour.sending_until is 'The end of the sender''s lease. The sender clears it with the answer.';
create index marketplace_hour_to_push on marketplace_hour (next_try_at) where state = 'pending';
create index marketplace_hour_deadline on marketplace_hour (deadline) where state = 'pending';
create index marketplace_hour_pending on marketplace_hour (contract_id, hour) where state = 'pending';
-- Finds links with refused hours, every hour.
create index marketplace_hour_failed on marketplace_hour (contract_id, link_id, hour) where state = 'failed';
create index marketplace_hour_to_decide on marketplace_hour (ended_at) where in_doubt and decision is null;
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
comment on table marketplace_adjustment is 'Quantities that an hour lacked or had too much; later hours of the link take them in.';
comment on column marketplace_adjustment.hour is 'The hour that was not told of it, or the one that takes it in where usage came late.';
create index marketplace_adjustment_hour on marketplace_adjustment (contract_id, hour);
create trigger marketplace_adjustment_is_kept before update or delete on marketplace_adjustment
  for each statement execute function refuse_change();
create trigger marketplace_adjustment_is_never_emptied before truncate on marketplace_adjustment
  for each statement execute function refuse_emptying();

-- While a link is open, the marketplace bills all its hours. Once the last hour is reported, these rows keep what the
-- marketplace accepted; the rest, and later usage, is ours to collect.
create table marketplace_share (
  contract_id  text not null,
  link_id      text not null,
  month        text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  hour         timestamptz not null,
  amount       numeric(38, 12) not null check (amount <> 'NaN'),
  -- A decision after the settlement reverses the marketplace's part of the hour by a row of its own.
  decided_hour text not null default '',
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id),
  primary key (contract_id, month, hour, decided_hour)
);
comment on column marketplace_share.month is 'The billing month that the usage is billed in: usage that came late has the hour of another.';
comment on column marketplace_share.decided_hour is 'The hourly statement that people have found not to be taken, which this takes back. Empty: it was settled.';
create trigger marketplace_share_is_kept before update or delete on marketplace_share
  for each statement execute function refuse_change();
create trigger marketplace_share_is_never_emptied before truncate on marketplace_share
  for each statement execute function refuse_emptying();
create trigger marketplace_share_marks_account_period after insert on marketplace_share
  for each row when (new.decided_hour <> '') execute function mark_account_period('rated');

create function marketplace_link_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'Link % changes in nothing but its end', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger marketplace_link_keeps_its_terms before update on marketplace_link
  for each row execute function marketplace_link_keeps_its_terms();

create function marketplace_metering_never_overlaps() returns trigger language plpgsql as $$
begin
  -- Concurrent writes for this buyer wait, and are visible here afterwards.
  perform pg_advisory_xact_lock(hashtextextended(new.product || '/' || new.customer, 87));
  if exists (
    select from marketplace_metering as other
    where product = new.product and customer = new.customer
      and (contract_id, link_id, from_hour) <> (new.contract_id, new.link_id, new.from_hour)
      and tstzrange(from_hour, to_hour) && tstzrange(new.from_hour, new.to_hour)
      and not (meters_by = 'licence' and new.meters_by = 'licence' and licence_arn <> new.licence_arn)
  ) then
    raise exception 'The hours of % would be billed twice', new.customer using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger marketplace_metering_never_overlaps before insert or update on marketplace_metering
  for each row execute function marketplace_metering_never_overlaps();

create function marketplace_hour_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'accepted', 'record_id', 'failure', 'tries', 'next_try_at', 'deadline', 'ended_at',
    'unanswered', 'in_doubt', 'decision', 'sending_until'];
begin
  -- Only a decision changes an hour in doubt.
  if not (old.state = 'pending' or old.in_doubt and new.decision is not null and not new.in_doubt)
    or to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hourly statement % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger marketplace_hour_keeps_its_terms before update on marketplace_hour
  for each row execute function marketplace_hour_keeps_its_terms();

create function statement_keeps_what_a_marketplace_bills() returns trigger language plpgsql as $$
begin
  raise exception 'What a signed statement says never changes' using errcode = '23514';
end $$;
create trigger statement_keeps_what_a_marketplace_bills before update on statement
  for each row when (new.marketplace_metered is distinct from old.marketplace_metered)
  execute function statement_keeps_what_a_marketplace_bills();

-- An amount of a signed month that its marketplace never took makes the month due that it is booked in.
create function sign_what_is_shared() returns trigger language plpgsql as $$
begin
  with shared as (
    select contract_id, min(month) as month from came where amount <> 0 group by contract_id
  ), held as (
    select kept.contract_id, shared.month from next_to_sign as kept join shared using (contract_id)
    where kept.month > shared.month order by kept.contract_id for update of kept
  )
  update next_to_sign as kept set month = least(kept.month, held.month) from held where kept.contract_id = held.contract_id;
  return null;
end $$;
create trigger marketplace_share_is_to_sign after insert on marketplace_share referencing new table as came
  for each statement execute function sign_what_is_shared();

create function amount_within(starts timestamptz[], amounts numeric[], from_hour timestamptz, to_hour timestamptz) returns numeric
language sql immutable as $$
  select coalesce(sum(amount), 0) from unnest(starts, amounts) as used (hour, amount) where hour >= from_hour and hour < to_hour
$$;

-- A day without hours counts as one hour, its first.
create function rated_day_counts_at_meters() returns trigger language plpgsql as $$
declare
  of_contract constant text := case when tg_op = 'DELETE' then old.contract_id else new.contract_id end;
  of_day constant date := case when tg_op = 'DELETE' then old.day else new.day end;
  meter record;
  day_start timestamptz;
  change numeric;
begin
  -- Closing hours of these meters and rating the day wait for each other.
  for meter in
    select kept.link_id, kept.next_hour, link.from_hour
    from marketplace_meter as kept join marketplace_link as link on link.contract_id = kept.contract_id and link.id = kept.link_id
    where kept.contract_id = of_contract and kept.settled_at is null
    order by kept.link_id for update of kept
  loop
    day_start := (select of_day::timestamp at time zone billing_zone(currency) from contract where id = of_contract);
    change := 0;
    if tg_op <> 'DELETE' then
      change := amount_within(coalesce(new.hour_starts, array[day_start]), coalesce(new.hour_amounts, array[new.amount]),
        meter.from_hour, meter.next_hour);
    end if;
    if tg_op <> 'INSERT' then
      change := change - amount_within(coalesce(old.hour_starts, array[day_start]), coalesce(old.hour_amounts, array[old.amount]),
        meter.from_hour, meter.next_hour);
    end if;
    if change <> 0 then
      update marketplace_meter set rated = rated + change where contract_id = of_contract and link_id = meter.link_id;
    end if;
  end loop;
  return null;
end $$;
create trigger rated_day_counts_at_meters after insert or update or delete on rated_day
  for each row execute function rated_day_counts_at_meters();

create function contract_renewal_is_due_at_meter() returns trigger language plpgsql as $$
begin
  update marketplace_meter set due_at = least(due_at, new.ended_at + interval '1 minute')
    where contract_id = new.id and settled_at is null;
  return null;
end $$;
create trigger contract_renewal_is_due_at_meter after update on contract
  for each row when (new.state = 'Renewed' and old.state <> 'Renewed') execute function contract_renewal_is_due_at_meter();
