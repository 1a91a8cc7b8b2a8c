-- Where a price comes from, who set its end, and when a SKU is not charged to a contract.

alter table price
  add column ended_by_next boolean not null default false,
  add column origin_kind text not null default 'list',
  add column origin_id text;
update price set origin_kind = 'contract' where contract_id is not null;
-- Ends were set by the version that follows, unless somebody named the same instant: only those that can still be deleted
-- can ask.
update price set ended_by_next = true
  from price next
  where next.sku_id = price.sku_id and next.currency = price.currency
    and next.contract_id is not distinct from price.contract_id
    and next.effective_from = price.effective_to and next.effective_from > now();
alter table price
  add constraint price_origin_is_known check (origin_kind in ('list', 'contract', 'offer', 'billing_version')),
  add constraint price_list_names_no_origin check (origin_id is null or origin_kind in ('offer', 'billing_version')),
  add constraint price_of_the_list_is_nobodys check (origin_kind <> 'list' or contract_id is null),
  add constraint price_of_a_contract_is_its_own check (origin_kind not in ('contract', 'offer') or contract_id is not null),
  add constraint price_end_was_set check (effective_to is not null or not ended_by_next);
comment on column price.ended_by_next is 'The version that begins at effective_to set it, and nobody asked for it: it falls when that one is deleted.';
comment on column price.origin_kind is 'What it was agreed in; origin_id says which.';

-- An hour costs what holds at its start, and a discount reduces no price of a contract's own: days of open months at which
-- that can come to something else are rated again.
update rating_terms set changed_run = nextval('purchase_run_no') where kind = 'prices';
insert into usage_dirty_day (contract_id, day)
  select rated_day.contract_id, rated_day.day
  from rated_day join contract on contract.id = rated_day.contract_id
  where not exists (
      select from closed_month
      where closed_month.contract_id = contract.id and closed_month.month = to_char(rated_day.day, 'YYYY-MM'))
    and (exists (select from discount where discount.contract_id = contract.id)
      or exists (
        select from price
        where price.currency = contract.currency and coalesce(price.contract_id, contract.id) = contract.id
          and (date_trunc('hour', effective_from) <> effective_from or date_trunc('hour', effective_to) <> effective_to)))
  order by rated_day.contract_id, rated_day.day
  on conflict (contract_id, day) do update set version = nextval('usage_mark');

create table purchase_blacklist (
  contract_id    text not null references contract (id),
  id             text not null,
  sku_id         text not null references sku (id),
  effective_from timestamptz not null,
  effective_to   timestamptz,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint purchase_blacklist_never_overlaps exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    text_range(sku_id, sku_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on table purchase_blacklist is
  'What a contract uses in [effective_from, effective_to) of a SKU is listed with amount 0. These are terms like prices: who changes them says so in rating_terms first.';

-- Whatever changes it, what it says of a signed month stays.
create function purchase_blacklist_of_signed_months_stays() returns trigger language plpgsql as $$
declare
  changed_from timestamptz;
begin
  if tg_op = 'UPDATE' and row(new.contract_id, new.id, new.sku_id, new.effective_from)
      is distinct from row(old.contract_id, old.id, old.sku_id, old.effective_from) then
    raise exception 'Of an entry only the end changes' using errcode = 'restrict_violation';
  end if;
  changed_from := case tg_op
    when 'INSERT' then new.effective_from
    when 'DELETE' then old.effective_from
    else least(coalesce(old.effective_to, 'infinity'), coalesce(new.effective_to, 'infinity'))
  end;
  if exists (
    select 1 from closed_month join contract on contract.id = closed_month.contract_id
    where closed_month.contract_id = coalesce(new.contract_id, old.contract_id)
      and changed_from < (to_date(month, 'YYYY-MM') + interval '1 month')
        at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
  ) then
    raise exception 'The entry reaches a month that is signed' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger purchase_blacklist_of_signed_months_stays before insert or update or delete on purchase_blacklist
  for each row execute function purchase_blacklist_of_signed_months_stays();
create trigger purchase_blacklist_is_never_emptied before truncate on purchase_blacklist
  for each statement execute function refuse_change();

comment on column rated_day.rows is 'How many usages were rated, each once, into however many slices it was cut.';
comment on column statement_line.row_count is 'How many usages it sums, each once, into however many slices it was cut.';
