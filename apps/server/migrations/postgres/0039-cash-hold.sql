-- Holds on cash beside those of disputes, each with a reason.
create table cash_hold (
  contract_id                      text not null references contract (id),
  id                               text not null unique,
  cause                            text not null check (cause in ('manual', 'withdrawal', 'preAuthorization')),
  amount                           numeric(38, 8) not null check (amount > 0 and amount <> 'NaN'),
  state                            text not null default 'open' check (state in ('open', 'released', 'completed', 'cancelled')),
  reason_code                      text check (reason_code in ('customerRequest', 'disputeSettled', 'legalOrder', 'mistake', 'closure', 'other')),
  reason                           text,
  begun_by                         text,
  begun_at                         timestamptz not null check (isfinite(begun_at)),
  datacloud_id                     text,
  counterpart_account_name         text,
  counterpart_account_number       text,
  counterpart_account_opening_bank text,
  proposed_by                      text,
  proposed_at                      timestamptz check (isfinite(proposed_at)),
  proposed_code                    text check (proposed_code in ('customerRequest', 'disputeSettled', 'legalOrder', 'mistake', 'closure', 'other')),
  proposed_reason                  text,
  ended_by                         text,
  ended_at                         timestamptz check (isfinite(ended_at)),
  end_code                         text check (end_code in ('customerRequest', 'disputeSettled', 'legalOrder', 'mistake', 'closure', 'other')),
  end_reason                       text,
  primary key (contract_id, id),
  constraint cash_hold_ends_once check ((state = 'open') = (ended_at is null)),
  constraint cash_hold_ends_as_its_cause_does check (state = 'open' or (cause = 'withdrawal') = (state in ('completed', 'cancelled'))),
  constraint cash_hold_of_a_datacloud check ((cause = 'preAuthorization') = (datacloud_id is not null)),
  constraint cash_hold_of_people_has_a_reason check ((cause <> 'preAuthorization') = (reason_code is not null)
    and (reason_code is null) = (reason is null)),
  constraint cash_hold_end_has_a_reason check ((end_code is null) = (end_reason is null)
    and (end_code is null or state <> 'open') and (ended_by is null or state <> 'open')),
  constraint cash_hold_proposal_is_whole check (num_nonnulls(proposed_at, proposed_code, proposed_reason) in (0, 3)
    and (proposed_by is null or proposed_at is not null) and (proposed_at is null or cause <> 'withdrawal')),
  constraint cash_hold_release_takes_two check (state <> 'released' or proposed_by is null
    or (ended_by is not null and lower(ended_by) <> lower(proposed_by)))
);
comment on table cash_hold is 'Cash that is held for something else than a disputed statement.';
comment on column cash_hold.begun_by is 'The name of the internal token. Null: the platform did it, or the row came with an archive.';
comment on column cash_hold.datacloud_id is 'The data cloud that was created against it. No foreign key: the data cloud may go over to another contract.';
comment on column cash_hold.proposed_at is 'Someone has proposed to release it, and someone else must approve.';
create index cash_hold_of_dataclouds on cash_hold (contract_id, datacloud_id) where state = 'open' and cause = 'preAuthorization';
create trigger cash_hold_is_kept before delete on cash_hold for each statement execute function refuse_change();
create trigger cash_hold_is_never_emptied before truncate on cash_hold for each statement execute function refuse_emptying();
-- Reasons and creators are for the platform's people alone.
create trigger cash_hold_is_noted after insert or update on cash_hold
  for each row execute function note_change('contract_id', '{
    contract_id, id, cause, amount, state, reason_code, begun_at, datacloud_id, counterpart_account_name,
    counterpart_account_number, counterpart_account_opening_bank, proposed_at, proposed_code, ended_at, end_code
  }');

create function cash_hold_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'proposed_by', 'proposed_at', 'proposed_code', 'proposed_reason',
                                   'ended_by', 'ended_at', 'end_code', 'end_reason'];
begin
  if old.state <> 'open' then
    raise exception 'Hold % has ended', old.id using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hold % changes in nothing but its end', old.id using errcode = 'restrict_violation';
  end if;
  if new.state <> 'open' and (new.proposed_by, new.proposed_at, new.proposed_code, new.proposed_reason)
      is distinct from (old.proposed_by, old.proposed_at, old.proposed_code, old.proposed_reason) then
    raise exception 'Hold % ends as it was proposed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger cash_hold_keeps_its_terms before update on cash_hold
  for each row execute function cash_hold_keeps_its_terms();

-- At the end of a transaction the postings of a hold add up to its amount.
create function assert_held(in_contract text, in_hold text) returns void language plpgsql as $$
declare
  asked numeric;
  booked numeric;
begin
  select amount into asked from cash_hold where contract_id = in_contract and id = in_hold and state = 'open';
  select sum(entry.amount) into booked from posting
    join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id and entry.account = 'frozen'
    where posting.contract_id = in_contract and posting.memo ? 'holdID' and posting.memo ->> 'holdID' = in_hold;
  if coalesce(asked, 0) <> coalesce(booked, 0) then
    raise exception 'Hold % asks for %, and its postings hold %', in_hold, coalesce(asked, 0), coalesce(booked, 0)
      using errcode = 'restrict_violation';
  end if;
end $$;

create function cash_hold_fits_the_ledger() returns trigger language plpgsql as $$
begin
  perform assert_held(new.contract_id, new.id);
  perform assert_statement_books(new.contract_id);
  return null;
end $$;
create constraint trigger cash_hold_fits_the_ledger after insert or update on cash_hold
  deferrable initially deferred for each row execute function cash_hold_fits_the_ledger();
