-- Vouchers pay usage hours of their window when the month is signed. Each has a ledger account; the ledger keeps the row's
-- balance up to date.
create table voucher (
  contract_id     text not null references contract (id),
  id              text not null,
  denomination    numeric(38, 8) not null check (denomination > 0),
  valid_days      int not null check (valid_days between 1 and 3650),
  origin          text not null check (origin in ('operator','accountInit')),
  init_voucher_id text unique,
  reason          text not null,
  created_at      timestamptz not null check (isfinite(created_at)),
  start_at        timestamptz,
  end_at          timestamptz,
  balance         numeric(38, 8) not null default 0 check (balance >= 0),
  lapsed          numeric(38, 8) not null default 0 check (lapsed >= 0),
  ending_told_at  timestamptz,
  primary key (contract_id, id),
  constraint voucher_window check ((start_at is null) = (end_at is null)
    and start_at >= created_at and end_at = start_at + make_interval(hours => valid_days * 24)),
  constraint voucher_whole check (balance + lapsed <= denomination),
  check (init_voucher_id is null or origin = 'accountInit'),
  constraint voucher_in_years_of_billing
    check (created_at >= '2000-01-01T00:00:00Z' and created_at < '2101-01-01T00:00:00Z'
    and start_at < '2101-01-01T00:00:00Z')
);
comment on column voucher.valid_days is 'Days of 24 hours, from the moment it is bound.';
comment on column voucher.init_voucher_id is 'The account''s initial voucher that this one was made of, once the account had a contract.';
comment on column voucher.reason is 'The reason for issuing it.';
comment on column voucher.start_at is 'The time it was bound; null before.';
comment on column voucher.end_at is 'It pays the hours that begin before.';
comment on column voucher.balance is 'The balance of its account in the ledger.';
comment on column voucher.lapsed is 'The amount written off after its end, less what was written back.';
comment on column voucher.ending_told_at is 'The time people were told that it ends soon.';
create index voucher_created_at on voucher (contract_id, created_at, id);
create index voucher_by_window on voucher (contract_id, end_at) where start_at is not null;
create index voucher_usable on voucher (contract_id, end_at) include (balance) where start_at is not null and balance > 0;
create index voucher_ended on voucher (end_at) where balance > 0;
create index voucher_ending on voucher (end_at) where balance > 0 and ending_told_at is null;
create trigger voucher_is_kept before delete on voucher for each statement execute function refuse_change();
create trigger voucher_is_never_emptied before truncate on voucher for each statement execute function refuse_emptying();
-- Reasons are for the platform's people alone; voucher details show the amounts.
create trigger voucher_is_noted after insert or update of start_at on voucher
  for each row execute function note_change('contract_id', '{
    contract_id, id, denomination, valid_days, origin, created_at, start_at, end_at
  }');

-- The sum of a contract's bound vouchers, ended or not, so that a balance does not add up thousands of rows.
create table voucher_total (
  contract_id text primary key references contract (id),
  bound       numeric(38, 8) not null default 0 check (bound >= 0)
);
comment on column voucher_total.bound is 'The balances of its bound vouchers, all together; kept by them.';
create trigger voucher_total_is_kept before delete on voucher_total for each statement execute function refuse_change();
create trigger voucher_total_is_never_emptied before truncate on voucher_total for each statement execute function refuse_emptying();

-- The row follows its ledger account. A voucher is granted once and whole, pays once it is bound, and lapses after its end.
-- The guard runs once for each SQL statement, since one statement may move thousands of vouchers.
create function move_voucher() returns trigger language plpgsql as $$
declare
  leg record;
  of_contract text;
  held voucher;
begin
  for leg in
    select came.*, substr(came.account, length('voucher:') + 1) as voucher_id
    from came where came.account like 'voucher:%' order by came.contract_id, came.account, came.version
  loop
    select * into held from voucher where contract_id = leg.contract_id and id = leg.voucher_id;
    if not found then
      raise exception 'There is no voucher %', leg.voucher_id using errcode = 'foreign_key_violation';
    end if;
    perform assert_voucher_leg(leg.contract_id, leg.posting_id, leg.version, leg.amount, held);
  end loop;
  for of_contract in select distinct contract_id from came where account like 'voucher:%' loop
    update voucher set balance = moved.balance, lapsed = lapsed - moved.overdue
      from (
        select account, (array_agg(balance_after order by version desc))[1] as balance,
               coalesce(sum(amount) filter (where posting_kind(contract_id, posting_id) = 'overdue'), 0) as overdue
        from came where came.contract_id = of_contract and account like 'voucher:%' group by account
      ) as moved
      where contract_id = of_contract and id = substr(moved.account, length('voucher:') + 1);
  end loop;
  return null;
end $$;
-- Triggers run in order of name: this one runs after the one that moves the account.
create trigger entry_moves_voucher after insert on entry referencing new table as came
  for each statement execute function move_voucher();

create function assert_voucher_leg(in_contract text, in_posting text, in_version bigint, in_amount numeric, held voucher)
  returns void language plpgsql as $$
declare
  posted posting;
begin
  select * into posted from posting where contract_id = in_contract and id = in_posting;
  if (in_version = 1) <> (posted.kind = 'voucher') or (in_version = 1 and in_amount <> held.denomination) then
    raise exception 'Voucher % is granted once, with all that it is worth', held.id using errcode = 'restrict_violation';
  end if;
  if posted.kind = 'sign' and held.start_at is null then
    raise exception 'Voucher % pays nothing before it is bound', held.id using errcode = 'restrict_violation';
  end if;
  if posted.kind = 'overdue' and (held.end_at is null or held.end_at > posted.at) then
    raise exception 'Voucher % has not ended', held.id using errcode = 'restrict_violation';
  end if;
end $$;

create function voucher_stays_what_it_is() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 or new.lapsed <> 0 then
      raise exception 'The ledger says what a voucher has' using errcode = 'restrict_violation';
    end if;
    if new.init_voucher_id is not null and not exists (
      select from account_init_voucher waited join contract on contract.id = new.contract_id
      where waited.id = new.init_voucher_id and waited.currency = contract.currency
        and (waited.denomination, waited.valid_days) = (new.denomination, new.valid_days)) then
      raise exception 'Voucher % is not the one that waited', new.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if row(new.contract_id, new.id, new.denomination, new.valid_days, new.origin, new.init_voucher_id, new.reason, new.created_at)
     is distinct from
     row(old.contract_id, old.id, old.denomination, old.valid_days, old.origin, old.init_voucher_id, old.reason, old.created_at)
     or (old.start_at is not null and row(new.start_at, new.end_at) is distinct from row(old.start_at, old.end_at)) then
    raise exception 'A voucher stays what it is, and is bound once' using errcode = 'restrict_violation';
  end if;
  -- Movements of money happen no earlier than the last look, and moments before the calendar's last round at most.
  if old.start_at is null and new.start_at < greatest(
    (select looked_at from account_period where contract_id = new.contract_id),
    (select last_at - interval '1 hour' from calendar_tick)) then
    raise exception 'Voucher % would be bound in the past', new.id using errcode = 'restrict_violation';
  end if;
  if old.ending_told_at is not null and new.ending_told_at is distinct from old.ending_told_at then
    raise exception 'People were told once' using errcode = 'restrict_violation';
  end if;
  if (new.balance, new.lapsed) is distinct from (old.balance, old.lapsed) then
    select sum(amount) as balance,
           coalesce(-sum(amount) filter (where posting_kind(contract_id, posting_id) = 'overdue'), 0) as lapsed into kept
      from entry where contract_id = new.contract_id and account = 'voucher:' || new.id;
    if (new.balance, new.lapsed) is distinct from (kept.balance, kept.lapsed) then
      raise exception 'The ledger says what a voucher has' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger voucher_stays_what_it_is before insert or update on voucher
  for each row execute function voucher_stays_what_it_is();

-- A voucher is issued when it is granted, and not before its contract exists, so that no window begins in the past.
create function voucher_is_granted() returns trigger language plpgsql as $$
begin
  if not exists (
    select from entry join posting on posting.contract_id = entry.contract_id and posting.id = entry.posting_id
    where entry.contract_id = new.contract_id and entry.account = 'voucher:' || new.id and entry.version = 1
      and posting.at = new.created_at) then
    raise exception 'Voucher % was not granted when it was issued', new.id using errcode = 'restrict_violation';
  end if;
  if new.created_at < (select created_at from contract where id = new.contract_id) then
    raise exception 'Voucher % is older than its contract', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger voucher_is_granted after insert on voucher
  deferrable initially deferred for each row execute function voucher_is_granted();

create function keep_voucher_total() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select contract_id, sum(balance) as more from (
      select contract_id, balance from came where start_at is not null
      union all select contract_id, -balance from went where start_at is not null) as each
    group by contract_id having sum(balance) <> 0
  loop
    -- A movement of money locks the contract, so no other transaction inserts the row meanwhile.
    update voucher_total set bound = bound + moved.more where contract_id = moved.contract_id;
    if not found then
      insert into voucher_total (contract_id, bound) values (moved.contract_id, moved.more);
    end if;
  end loop;
  return null;
end $$;
create trigger voucher_counts_in_total after update on voucher referencing old table as went new table as came
  for each statement execute function keep_voucher_total();
