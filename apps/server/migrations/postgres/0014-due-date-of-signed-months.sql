-- A due date that a signed statement has used, or would have used, stays as it is, whoever writes it.

create function due_date_of_signed_months_stays() returns trigger language plpgsql as $$
declare
  touched due_date;
begin
  for touched in select (old).* where tg_op <> 'INSERT' union all select (new).* where tg_op <> 'DELETE' loop
    if exists (
      select 1 from closed_month
      where closed_month.contract_id = touched.contract_id and closed_month.month >= touched.from_month
    ) then
      raise exception 'A due date from % reaches a month that is signed', touched.from_month
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return coalesce(new, old);
end $$;
create trigger due_date_of_signed_months_stays before insert or update or delete on due_date
  for each row execute function due_date_of_signed_months_stays();
create trigger due_date_is_never_emptied before truncate on due_date for each statement execute function refuse_change();
