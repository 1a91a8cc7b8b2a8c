-- An hour of a link costs what the hour costs, however old the link is: its meter keeps what its closed hours come to, and
-- each rating of such an hour changes that.

alter table marketplace_meter add column rated numeric(38, 12) not null default 0;
comment on column marketplace_meter.rated is 'What the hours of the link that are closed come to by what is rated now. It follows no rating once the link is settled.';

create function amount_within(starts timestamptz[], amounts numeric[], from_hour timestamptz, to_hour timestamptz) returns numeric
language sql immutable as $$
  select coalesce(sum(amount), 0) from unnest(starts, amounts) as used (hour, amount) where hour >= from_hour and hour < to_hour
$$;

-- A day that was rated before hours were kept has one, its first.
create function rated_day_counts_at_meters() returns trigger language plpgsql as $$
declare
  of_contract constant text := case when tg_op = 'DELETE' then old.contract_id else new.contract_id end;
  of_day constant date := case when tg_op = 'DELETE' then old.day else new.day end;
  meter record;
  day_start timestamptz;
  change numeric;
begin
  -- Whoever closes hours of these meters waits, and sees the day as it is now, or is waited for.
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

update marketplace_meter as meter
  set rated = (
    select coalesce(sum(amount_within(
      coalesce(hour_starts, array[day::timestamp at time zone billing_zone(contract.currency)]),
      coalesce(hour_amounts, array[amount]), link.from_hour, meter.next_hour)), 0)
    from rated_day join contract on contract.id = rated_day.contract_id
    where rated_day.contract_id = meter.contract_id)
  from marketplace_link as link
  where link.contract_id = meter.contract_id and link.id = meter.link_id and meter.settled_at is null;

-- Which links had an hour refused is asked every hour, of all there are.
create index marketplace_hour_failed on marketplace_hour (contract_id, link_id, hour) where state = 'failed';
