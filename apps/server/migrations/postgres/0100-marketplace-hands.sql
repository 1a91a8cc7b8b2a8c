-- People decide hours in doubt, and a link goes over to the contract that renews its own.

alter table marketplace_hour add column decision text check (decision in ('taken', 'notTaken'));
comment on column marketplace_hour.decision is 'What people have last said of it when it was in doubt.';

create or replace function marketplace_hour_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'accepted', 'record_id', 'failure', 'tries', 'next_try_at', 'deadline', 'ended_at',
    'unanswered', 'in_doubt', 'decision'];
begin
  -- An hour in doubt changes by a decision alone.
  if not (old.state = 'pending' or old.in_doubt and new.decision is not null and not new.in_doubt)
    or to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hourly statement % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The link may be settled by then: what was kept as the marketplace's for the hour is taken back by a row of its own.
alter table marketplace_share
  add column decided_hour text not null default '',
  drop constraint marketplace_share_pkey,
  add primary key (contract_id, month, hour, decided_hour);
comment on column marketplace_share.decided_hour is 'The hourly statement that people have found not to be taken, which this takes back. Empty: it was settled.';
create trigger marketplace_share_marks_account_period after insert on marketplace_share
  for each row when (new.decided_hour <> '') execute function mark_account_period('rated');

-- A link that has gone over in the middle of an hour begins to report with the next: that hour is the former link's.
alter table marketplace_meter add column first_hour timestamptz;
update marketplace_meter as meter set first_hour = link.from_hour from marketplace_link as link
  where link.contract_id = meter.contract_id and link.id = meter.link_id;
alter table marketplace_meter alter column first_hour set not null;
comment on column marketplace_meter.first_hour is 'The first hour that is reported of the link. What was used since its beginning is in it.';

create function contract_renewal_is_due_at_meter() returns trigger language plpgsql as $$
begin
  update marketplace_meter set due_at = least(due_at, new.ended_at + interval '1 minute')
    where contract_id = new.id and settled_at is null;
  return null;
end $$;
create trigger contract_renewal_is_due_at_meter after update on contract
  for each row when (new.state = 'Renewed' and old.state <> 'Renewed') execute function contract_renewal_is_due_at_meter();
