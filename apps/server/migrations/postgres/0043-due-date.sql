-- Due dates of a contract's statements: versions that begin with a month.
create table due_date (
  contract_id text not null references contract (id),
  id          text not null,
  from_month  text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  due_days    int not null check (due_days between 2 and 120),
  created_at  timestamptz not null,
  primary key (contract_id, id),
  unique (contract_id, from_month)
);
comment on table due_date is 'Holds for the statements of from_month and later, until the next one begins. Without one the 7th holds.';
comment on column due_date.due_days is 'Days from the first of the month after the cycle to the due day; 6 is the 7th.';
create trigger due_date_is_never_emptied before truncate on due_date for each statement execute function refuse_change();
create trigger due_date_is_noted after insert or update or delete on due_date
  for each row execute function note_change('contract_id', '{contract_id, id, from_month, due_days, created_at}');

-- A due date stays if a signed statement used it, or would have used it.
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
