-- What a marketplace bills is not ours to collect: a statement says how much of it that is, and asks for the rest.

alter table statement add column marketplace_metered numeric(38, 8) not null default 0 check (marketplace_metered <> 'NaN');
comment on column statement.marketplace_metered is 'What of the amount a marketplace bills; below 0 where it is ours to collect what a marketplace was to bill in a month before.';

do $payable$
declare
  name text;
begin
  -- Both were made without a name of ours, or say what they say of the whole amount.
  for name in select conname from pg_constraint
    where conrelid = 'statement'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%GREATEST(amount%' loop
    execute format('alter table statement drop constraint %I', name);
  end loop;
end $payable$;
alter table statement
  add constraint statement_payable check (payable = greatest(amount - marketplace_metered, 0) - voucher_deducted - credit_applied),
  add constraint statement_credited check (credited >= 0 and credited <= greatest(amount - marketplace_metered, 0));

create function statement_keeps_what_a_marketplace_bills() returns trigger language plpgsql as $$
begin
  raise exception 'What a signed statement says never changes' using errcode = '23514';
end $$;
create trigger statement_keeps_what_a_marketplace_bills before update on statement
  for each row when (new.marketplace_metered is distinct from old.marketplace_metered)
  execute function statement_keeps_what_a_marketplace_bills();

-- As before, of what is ours to collect.
create or replace function assert_statement_books(in_contract text) returns void language plpgsql as $$
declare
  said record;
  kept record;
  holds numeric;
begin
  select coalesce(sum(amount - marketplace_metered - credited), 0) as revenue,
         coalesce(sum(greatest(marketplace_metered - amount, 0) + credited - credit_applied), 0) as credit,
         coalesce(sum(frozen), 0) as frozen
    into said from statement where contract_id = in_contract;
  select coalesce(sum(amount), 0) into holds from cash_hold where contract_id = in_contract and state = 'open';
  select coalesce(sum(balance) filter (where id = 'revenue'), 0) as revenue,
         coalesce(sum(balance) filter (where id = 'credit'), 0) as credit,
         coalesce(sum(balance) filter (where id = 'frozen'), 0) as frozen
    into kept from ledger_account where contract_id = in_contract and id in ('revenue', 'credit', 'frozen');
  if said.revenue <> kept.revenue or said.credit <> kept.credit or said.frozen + holds > kept.frozen then
    raise exception 'The statements and holds of % say revenue %, credit %, held %, and the ledger %, %, %', in_contract,
      said.revenue, said.credit, said.frozen + holds, kept.revenue, kept.credit, kept.frozen
      using errcode = 'restrict_violation';
  end if;
end $$;

-- While a link is open all usage of its hours is the marketplace's. When the last of it was told, what the marketplace has
-- accepted is kept by hour: whatever it has not is ours, and so is what comes later.
create table marketplace_share (
  contract_id text not null,
  link_id     text not null,
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  hour        timestamptz not null,
  amount      numeric(38, 12) not null check (amount <> 'NaN'),
  primary key (contract_id, month, hour),
  foreign key (contract_id, link_id) references marketplace_link (contract_id, id)
);
comment on column marketplace_share.month is 'The billing month that the usage is billed in: usage that came late has the hour of another.';
create trigger marketplace_share_is_kept before update or delete on marketplace_share
  for each statement execute function refuse_change();
create trigger marketplace_share_is_never_emptied before truncate on marketplace_share
  for each statement execute function refuse_emptying();
create trigger marketplace_meter_marks_account_period after update on marketplace_meter
  for each row when (new.settled_at is distinct from old.settled_at) execute function mark_account_period('rated');

alter table waiting_month drop constraint waiting_month_reason_check,
  add constraint waiting_month_reason_check check (reason in ('withdrawn', 'tooOld', 'marketplaceOutstanding'));
comment on column waiting_month.reason is 'withdrawn: its statement was deleted. tooOld: its usage came to light after 24 months. marketplaceOutstanding: hours of it were still to be reported to a marketplace.';
