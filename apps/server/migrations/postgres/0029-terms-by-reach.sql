-- A change of terms says what it reaches, so that it outdates no rating but those that can have read it.

alter table rating_terms drop constraint rating_terms_kind_check;
alter table rating_terms rename column kind to reach;
comment on column rating_terms.reach is
  '''words'' of SKUs; a currency: its list prices; ''own-'' and a byte in hex: prices and discounts of the contracts whose ids hash to it.';

update rating_terms set reach = 'USD' where reach = 'prices';
insert into rating_terms (reach, changed_run)
select given.reach, terms.changed_run
from rating_terms as terms,
     (select 'CNY' union all select 'own-' || lpad(to_hex(byte), 2, '0') from generate_series(0, 255) as byte)
       as given (reach)
where terms.reach = 'USD';

-- The rows stay, and each number rises to one that was drawn: below it, runs at other terms would count again.
create function refuse_other_reach() returns trigger language plpgsql as $$
begin
  if new.reach <> old.reach or new.changed_run < old.changed_run
      or new.changed_run > (select case when is_called then last_value else 0 end from purchase_run_no) then
    raise exception 'Terms of % were changed at run %, and only a later one changes them', old.reach, old.changed_run
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger rating_terms_change_by_later_runs before update on rating_terms
  for each row execute function refuse_other_reach();
create trigger rating_terms_is_kept before delete on rating_terms for each statement execute function refuse_change();
