-- What comes back of a signed month, since its marketplace never took it, makes the month used that it is kept in.

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
update next_to_sign as kept set month = shared.month
  from (select contract_id, min(month) as month from marketplace_share as share
        where amount <> 0
          and not exists (select from closed_month c where c.contract_id = share.contract_id and c.month = share.month)
        group by contract_id) as shared
  where shared.contract_id = kept.contract_id and kept.month > shared.month;

-- As before, of usage and of such amounts.
create or replace function refuse_to_pass_usage() returns trigger language plpgsql as $$
begin
  if exists (
    select from contract, (
      select to_char(day, 'YYYY-MM') as month from usage_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
      union all
      select to_char(day, 'YYYY-MM') from rated_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
      union all
      select month from marketplace_share where contract_id = new.contract_id and amount <> 0
        and month >= old.month and month < new.month
    ) as used
    where contract.id = new.contract_id and state in ('Active', 'End', 'Renewed') and not is_study
      and used.month >= first_to_sign(commencing_on, contract.currency)
      and not exists (select from closed_month c where c.contract_id = new.contract_id and c.month = used.month)
      and not exists (select from waiting_month w where w.contract_id = new.contract_id and w.month = used.month)
  ) then
    raise exception 'Contract % has usage before % that is not signed', new.contract_id, new.month
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
