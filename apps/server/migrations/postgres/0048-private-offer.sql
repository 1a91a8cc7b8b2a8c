-- Private offers: prices and tiers for a contract and a time, and the outcome of each.
create table private_offer (
  contract_id           text not null references contract (id),
  id                    text not null unique,
  state                 text not null check (state in
    ('draft', 'pending_approval', 'approved', 'pending_acceptance', 'accepted', 'rejected', 'expired', 'invalid')),
  channel               text not null check (channel in ('direct', 'marketplace')),
  discount_type         text not null check (discount_type in ('standard', 'tiered')),
  effective_date        timestamptz not null check (isfinite(effective_date)),
  expiration_date       timestamptz check (isfinite(expiration_date)),
  confirmation_deadline timestamptz not null check (isfinite(confirmation_deadline)),
  comment               text,
  creator               text,
  approver              text,
  approval_comment      text,
  created_at            timestamptz not null check (isfinite(created_at)),
  awaiting_since        timestamptz check (isfinite(awaiting_since)),
  deadline_told_at      timestamptz check (isfinite(deadline_told_at)),
  response_action       text check (response_action in ('accept', 'reject')),
  response_comment      text,
  responded_at          timestamptz check (isfinite(responded_at)),
  ended_at              timestamptz check (isfinite(ended_at)),
  end_reason            text check (end_reason in ('superseded', 'withdrawn', 'contract_ended')),
  contract_ended_at     timestamptz check (isfinite(contract_ended_at)),
  deleted_at            timestamptz check (isfinite(deleted_at)),
  -- A buyer answers the revision that they read, and acceptances keep their order.
  revision              int not null default 1 check (revision > 0),
  acceptance_no         int check (acceptance_no > 0),
  primary key (contract_id, id),
  check (expiration_date > effective_date),
  check (confirmation_deadline <= expiration_date),
  constraint private_offer_response_is_whole check ((response_action is null) = (responded_at is null)
    and (response_comment is null or responded_at is not null)
    and (response_action is distinct from 'reject' or response_comment is not null)),
  constraint private_offer_is_accepted_by_its_buyer check (state <> 'accepted' or response_action is not distinct from 'accept'),
  constraint private_offer_end_has_a_reason check ((ended_at is null) = (end_reason is null)),
  constraint private_offer_that_is_invalid_says_why check (state <> 'invalid' or end_reason is not null),
  constraint private_offer_that_ends_was_open check (end_reason is null or state in ('accepted', 'expired', 'invalid')),
  constraint private_offer_is_deleted_when_closed check (
    deleted_at is null or state in ('draft', 'rejected', 'expired', 'invalid')),
  -- One accepted offer at a time sets the prices of a contract.
  constraint accepted_offers_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_date, greatest(effective_date, least(coalesce(expiration_date, 'infinity'), ended_at))) with &&
  ) where (response_action = 'accept'),
  unique (contract_id, acceptance_no),
  constraint private_offer_acceptance_has_a_place check (
    (acceptance_no is not null) = (response_action is not distinct from 'accept'))
);
comment on column private_offer.state is
  'The last written state. A deadline holds at its instant, so readers apply the rule of the state to it.';
comment on column private_offer.creator is 'The name of the internal token. Null: the row came with an archive.';
comment on column private_offer.awaiting_since is 'The time since which the buyer can answer it.';
comment on column private_offer.ended_at is
  'Of an accepted offer, the instant from which it decides no prices, where that is not its expiration date.';
comment on column private_offer.contract_ended_at is 'The end of its contract, where that came while the offer was open.';
comment on column private_offer.deleted_at is 'The time it was deleted. Nobody is shown it from then on; the prices that it set stay.';
comment on column private_offer.revision is 'The version of the terms: each edit raises it.';
comment on column private_offer.acceptance_no is
  'Its place among the acceptances of its contract: one that is accepted later ends those before it.';
create index private_offer_to_answer on private_offer (confirmation_deadline) where state = 'pending_acceptance';
create index private_offer_to_remind_of on private_offer (confirmation_deadline)
  where state = 'pending_acceptance' and deadline_told_at is null;
create index private_offer_to_expire on private_offer (least(coalesce(expiration_date, 'infinity'), ended_at)) where state = 'accepted';
create index private_offer_to_release on private_offer (contract_id) where state = 'approved';
create index private_offer_of_ended_contract on private_offer (contract_id) where contract_ended_at is not null
  and state in ('pending_approval', 'approved', 'pending_acceptance', 'accepted');
create trigger private_offer_is_kept before delete on private_offer for each statement execute function refuse_change();
create trigger private_offer_is_never_emptied before truncate on private_offer
  for each statement execute function refuse_emptying();
create trigger private_offer_is_noted after insert or update on private_offer
  for each row execute function note_change('contract_id', '{
    contract_id, id, state, channel, discount_type, effective_date, expiration_date, confirmation_deadline, comment,
    created_at, response_action, response_comment, responded_at, ended_at, end_reason, contract_ended_at, deleted_at
  }');

create table private_offer_item (
  contract_id   text not null,
  offer_id      text not null,
  id            text not null,
  item_no       int not null check (item_no > 0),
  sku_id        text not null references sku (id),
  fixed_price   numeric(38,12) check (fixed_price >= 0 and fixed_price <> 'NaN'),
  discount      numeric(7,6) check (discount > 0 and discount <= 1),
  listing_price numeric(38,12) check (listing_price >= 0),
  list_price    numeric(38,12) check (list_price >= 0),
  price_unit    text,
  price         numeric(38,12) check (price >= 0),
  primary key (contract_id, offer_id, id),
  foreign key (contract_id, offer_id) references private_offer (contract_id, id) deferrable initially deferred,
  unique (contract_id, offer_id, sku_id),
  unique (contract_id, offer_id, item_no),
  constraint offer_item_has_a_price_or_a_discount check (num_nonnulls(fixed_price, discount) = 1),
  constraint offer_item_is_fixed_whole check ((price is null) = (list_price is null) and (price is null) = (price_unit is null)
    and (listing_price is null or price is not null))
);
comment on column private_offer_item.listing_price is
  'The list price per unit in the effective hour; null where the price list had none.';
comment on column private_offer_item.list_price is 'The charged price as bills show it, per price_unit.';
comment on column private_offer_item.price is
  'Per unit of the SKU: what is charged. Fixed with the columns before it when the offer is submitted, and null in a draft.';
create trigger private_offer_item_is_never_emptied before truncate on private_offer_item
  for each statement execute function refuse_emptying();

create table private_offer_tier (
  contract_id   text not null,
  offer_id      text not null,
  tier_level    int not null check (tier_level between 1 and 50),
  min_threshold numeric(22,8) not null check (min_threshold >= 0),
  max_threshold numeric(22,8) check (max_threshold > min_threshold),
  discount_rate numeric(7,6) not null check (discount_rate > 0 and discount_rate <= 1),
  primary key (contract_id, offer_id, tier_level),
  foreign key (contract_id, offer_id) references private_offer (contract_id, id) deferrable initially deferred
);
comment on column private_offer_tier.max_threshold is 'Exclusive; null: no upper limit.';
create trigger private_offer_tier_is_never_emptied before truncate on private_offer_tier
  for each statement execute function refuse_emptying();

-- Only drafts change. Editing a rejected offer makes it a draft again.
create function private_offer_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'approver', 'approval_comment', 'awaiting_since', 'deadline_told_at',
    'response_action', 'response_comment', 'responded_at', 'acceptance_no', 'ended_at', 'end_reason', 'contract_ended_at',
    'deleted_at'];
begin
  if old.state not in ('draft', 'rejected') and to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'The terms of offer % stay', old.id using errcode = 'restrict_violation';
  end if;
  if old.response_action = 'accept' and row(new.response_action, new.responded_at, new.acceptance_no)
      is distinct from row(old.response_action, old.responded_at, old.acceptance_no) then
    raise exception 'Offer % was accepted', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger private_offer_keeps_its_terms before update on private_offer
  for each row execute function private_offer_keeps_its_terms();

create function private_offer_terms_change_in_drafts() returns trigger language plpgsql as $$
declare
  kept text;
begin
  select id into kept from private_offer
    where (contract_id, id) in ((old.contract_id, old.offer_id), (new.contract_id, new.offer_id)) and state <> 'draft';
  if found then
    raise exception 'The terms of offer % stay', kept using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger private_offer_item_changes_in_drafts before insert or update or delete on private_offer_item
  for each row execute function private_offer_terms_change_in_drafts();
create trigger private_offer_tier_changes_in_drafts before insert or update or delete on private_offer_tier
  for each row execute function private_offer_terms_change_in_drafts();

-- The end of a contract ends its offers.
create function contract_ends_its_offers() returns trigger language plpgsql as $$
begin
  update private_offer set contract_ended_at = coalesce(new.ended_at, new.created_at)
    where contract_id = new.id and state in ('pending_approval', 'approved', 'pending_acceptance', 'accepted');
  return null;
end $$;
create trigger contract_ends_its_offers after update of state on contract for each row
  when (new.state in ('End', 'Renewed', 'Dropped', 'Invalid') and new.state <> old.state)
  execute function contract_ends_its_offers();

create function private_offer_state_follows() returns trigger language plpgsql as $$
declare
  next constant jsonb := '{
    "draft": ["pending_approval"],
    "pending_approval": ["approved", "rejected", "invalid"],
    "approved": ["pending_acceptance", "expired", "invalid"],
    "pending_acceptance": ["accepted", "rejected", "expired", "invalid"],
    "accepted": ["expired", "invalid"],
    "rejected": ["draft"]
  }';
begin
  if new.state <> old.state and not coalesce(next -> old.state ? new.state, false) then
    raise exception 'Offer % is %, and cannot become %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger private_offer_state_follows before update of state on private_offer
  for each row execute function private_offer_state_follows();
