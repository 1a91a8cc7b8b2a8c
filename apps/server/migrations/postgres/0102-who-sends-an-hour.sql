-- One process at a time sends an hour: what two are told of it could not be told apart.
alter table marketplace_hour add column sending_until timestamptz;
comment on column marketplace_hour.sending_until is 'Until when nobody else sends it. Whoever sends it takes it away with the answer.';

create or replace function marketplace_hour_keeps_its_terms() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['state', 'accepted', 'record_id', 'failure', 'tries', 'next_try_at', 'deadline', 'ended_at',
    'unanswered', 'in_doubt', 'decision', 'sending_until'];
begin
  -- An hour in doubt changes by a decision alone.
  if not (old.state = 'pending' or old.in_doubt and new.decision is not null and not new.in_doubt)
    or to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'Hourly statement % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
