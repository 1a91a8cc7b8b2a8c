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
comment on table marketplace_subscription is 'What a buyer has subscribed to at a marketplace, as its tokens and messages tell it.';
comment on column marketplace_subscription.product is 'AWS: the product code. Azure: the offer.';
comment on column marketplace_subscription.customer_id is 'How older integrations of AWS name the buyer.';
comment on column marketplace_subscription.instance_id is 'Azure: the subscription. AWS: the tail of the licence, where there is one.';
comment on column marketplace_subscription.identity is 'What tells it from all others of every marketplace.';
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
  id          text primary key,
  source      text not null check (source in ('sns', 'eventbridge', 'azure')),
  message_id  text not null,
  action      text not null,
  product     text not null,
  customer    text not null,
  told_at     timestamptz not null check (isfinite(told_at)),
  outcome     text not null check (outcome in ('applied', 'outdated', 'unknown', 'ambiguous')),
  created_at  timestamptz not null,
  unique (source, message_id)
);
comment on table marketplace_notification is 'Messages of marketplaces, each once however often it is sent.';
create index marketplace_notification_created on marketplace_notification (created_at);
create trigger marketplace_notification_is_never_emptied before truncate on marketplace_notification
  for each statement execute function refuse_emptying();
create trigger marketplace_notification_is_kept before update or delete on marketplace_notification
  for each statement execute function refuse_change();

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

create function marketplace_link_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'Link % changes in nothing but its end', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger marketplace_link_keeps_its_terms before update on marketplace_link
  for each row execute function marketplace_link_keeps_its_terms();
create trigger marketplace_link_is_kept before delete on marketplace_link
  for each statement execute function refuse_change();
create trigger marketplace_link_is_never_emptied before truncate on marketplace_link
  for each statement execute function refuse_emptying();
create trigger marketplace_link_is_noted after insert or update on marketplace_link
  for each row execute function note_change('contract_id', '{subscription_id}');
create trigger marketplace_link_marks_account_period after insert or update on marketplace_link
  for each row execute function mark_account_period('rated');

-- AWS bills an hour that is reported by product and by licence twice: which of the two holds from which hour on is kept,
-- and the two never overlap for one buyer of a product.
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
comment on column marketplace_metering.customer is 'Whom it is reported for: the account, or how an older integration names it.';
create index marketplace_metering_of_customer on marketplace_metering (product, customer);

create function marketplace_metering_never_overlaps() returns trigger language plpgsql as $$
begin
  -- Whoever else writes for this buyer waits, and is then seen here.
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
create trigger marketplace_metering_is_never_emptied before truncate on marketplace_metering
  for each statement execute function refuse_emptying();
