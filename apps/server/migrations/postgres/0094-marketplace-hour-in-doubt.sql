-- A marketplace may have taken a record to which it did not answer. Such an hour is kept apart when it ends without an answer.

alter table marketplace_hour
  add column unanswered int not null default 0 check (unanswered >= 0),
  add column in_doubt boolean not null default false;
comment on column marketplace_hour.unanswered is 'How many tries of it were sent and not answered.';
comment on column marketplace_hour.in_doubt is 'It has ended, and nobody knows whether its marketplace bills it.';
comment on column marketplace_meter.pushed is 'What the marketplace has accepted, may have accepted or is still to be told, at the price of a unit.';

create or replace function marketplace_hour_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'accepted', 'record_id', 'failure', 'tries', 'next_try_at', 'deadline', 'ended_at',
    'unanswered', 'in_doubt'];
begin
  if old.state <> 'pending' or to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hourly statement % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Nobody kept whether their tries were answered.
update marketplace_hour set unanswered = 1 where state = 'pending';
alter table marketplace_hour add constraint marketplace_hour_in_doubt
  check (in_doubt = (state in ('failed', 'expired') and unanswered > 0 and quantity > 0));
