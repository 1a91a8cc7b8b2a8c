-- An offer is answered as it was read, in an order that is kept; and nothing comes to it once its buyer can have seen it.
alter table private_offer
  add column revision int not null default 1 check (revision > 0),
  add column acceptance_no int check (acceptance_no > 0);
comment on column private_offer.revision is 'Which terms these are: raised with each edit.';
comment on column private_offer.acceptance_no is
  'Its place among the acceptances of its contract: one that is accepted later ends those before it.';

create or replace function private_offer_keeps_its_terms() returns trigger language plpgsql as $$
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

drop trigger private_offer_is_noted on private_offer;
create trigger private_offer_is_noted after insert or update on private_offer for each row execute function note_change(
  'contract_id', '{creator,approver,approval_comment,awaiting_since,deadline_told_at,revision,acceptance_no}');

alter table private_offer disable trigger private_offer_keeps_its_terms;
update private_offer set acceptance_no = place from (
  select contract_id, id, row_number() over (partition by contract_id order by responded_at, id) as place
  from private_offer where response_action = 'accept') as accepted
where (accepted.contract_id, accepted.id) = (private_offer.contract_id, private_offer.id);
alter table private_offer enable trigger private_offer_keeps_its_terms;

alter table private_offer
  add unique (contract_id, acceptance_no),
  add constraint private_offer_acceptance_has_a_place check (
    (acceptance_no is not null) = (response_action is not distinct from 'accept'));

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

-- What belongs to an offer may come before it, as out of an archive; once it is there, its state decides.
alter table private_offer_item
  alter constraint private_offer_item_contract_id_offer_id_fkey deferrable initially deferred;
alter table private_offer_tier
  alter constraint private_offer_tier_contract_id_offer_id_fkey deferrable initially deferred;
alter table attachment alter constraint attachment_contract_id_offer_id_fkey deferrable initially deferred;

create or replace function private_offer_terms_change_in_drafts() returns trigger language plpgsql as $$
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
create or replace trigger private_offer_item_changes_in_drafts before insert or update or delete on private_offer_item
  for each row execute function private_offer_terms_change_in_drafts();
create or replace trigger private_offer_tier_changes_in_drafts before insert or update or delete on private_offer_tier
  for each row execute function private_offer_terms_change_in_drafts();

create or replace function attachments_change_in_drafts() returns trigger language plpgsql as $$
declare
  changed attachment := coalesce(new, old);
begin
  if exists (select from private_offer where contract_id = changed.contract_id and id = changed.offer_id
      and (state not in ('draft', 'rejected') or deleted_at is not null)) then
    raise exception 'The attachments of offer % stay', changed.offer_id using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;
drop trigger attachment_goes_from_drafts on attachment;
create trigger attachment_changes_in_drafts before insert or delete on attachment
  for each row execute function attachments_change_in_drafts();
