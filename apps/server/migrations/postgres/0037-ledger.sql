-- The accounts that each kind of posting moves, and their directions. The guard and verify use this one list.
create function posting_legs() returns table (kind text, account text, direction int) language sql immutable as $$
  values ('deposit', 'bank', -1), ('deposit', 'cash', 1),
         ('withdraw', 'cash', -1), ('withdraw', 'bank', 1),
         ('freeze', 'cash', -1), ('freeze', 'frozen', 1),
         ('unfreeze', 'frozen', -1), ('unfreeze', 'cash', 1),
         ('voucher', 'voucher_grant', -1), ('voucher', 'voucher', 1),
         ('overdue', 'voucher', -1), ('overdue', 'voucher_grant', 1), ('overdue', 'voucher', 1), ('overdue', 'voucher_grant', -1),
         ('deduct', 'cash', -1), ('deduct', 'credit', -1), ('deduct', 'receivable', 1),
         ('credit', 'revenue', -1), ('credit', 'credit', 1),
         -- A month below 0 books the opposite of a month above 0; withdrawing books the opposite of signing.
         ('sign', 'revenue', 1), ('sign', 'revenue', -1), ('sign', 'credit', 1), ('sign', 'credit', -1),
         ('sign', 'voucher', -1), ('sign', 'receivable', -1),
         ('unsign', 'revenue', 1), ('unsign', 'revenue', -1), ('unsign', 'credit', 1), ('unsign', 'credit', -1),
         ('unsign', 'voucher', 1), ('unsign', 'receivable', 1), ('unsign', 'cash', 1)
$$;

-- The ledger: every movement of money is a balanced posting between accounts of a contract and of the house.
-- The database forbids what it can, so that wrong code cannot lose or invent money.
create table ledger_account (
  contract_id text not null references contract (id),
  id          text not null,
  kind        text not null
    check (kind in ('cash', 'frozen', 'voucher', 'credit', 'receivable', 'bank', 'revenue', 'voucher_grant')),
  ref         text,
  balance     numeric(38, 8) not null default 0,
  version     bigint not null default 0,
  primary key (contract_id, id),
  check ((kind in ('voucher', 'receivable')) = (ref is not null)),
  check (id = kind || coalesce(':' || ref, '')),
  constraint ledger_account_receivable_above_zero check (kind <> 'receivable' or balance <= 0),
  constraint ledger_account_overdraft check (kind not in ('cash', 'frozen', 'voucher', 'credit') or balance >= 0)
);
comment on column ledger_account.ref is 'The voucher or statement that the account belongs to.';
comment on column ledger_account.balance is 'The balance_after of the entry that bears this version.';
create trigger ledger_account_is_kept before delete on ledger_account for each statement execute function refuse_change();
create trigger ledger_account_is_never_emptied before truncate on ledger_account for each statement execute function refuse_change();

create table posting (
  contract_id text not null references contract (id),
  id          text not null,
  no          bigint not null check (no >= 1),
  kind        text not null
    check (kind in ('deposit', 'withdraw', 'deduct', 'freeze', 'unfreeze', 'sign', 'unsign', 'voucher', 'overdue', 'credit')),
  at          timestamptz not null,
  memo        jsonb not null default '{}' check (jsonb_typeof(memo) = 'object'),
  legs        int not null check (legs >= 2),
  bank_after  numeric(38, 8) not null check (bank_after >= 0),
  primary key (contract_id, id),
  unique (contract_id, no),
  constraint posting_has_a_time check (isfinite(at)),
  -- Billing knows the years from 2000 to 2100. The database's clock may differ from the product's, so verify, not a
  -- constraint, finds postings in the future.
  constraint posting_in_years_of_billing
    check (at >= '2000-01-01T00:00:00Z' and at < '2101-01-01T00:00:00Z')
);
comment on column posting.no is 'The order of a contract''s postings, without gaps: drawn under the contract''s lock. Neither id nor time is an order.';
comment on column posting.legs is 'The number of its entries, so that none can be added later.';
comment on column posting.bank_after is 'Cash and held cash after it: what people call the bank balance.';
create index posting_by_time on posting (contract_id, at, no);
create index posting_of_hold on posting (contract_id, (memo ->> 'holdID')) where memo ? 'holdID';
-- Append only.
create trigger posting_is_append_only before update or delete on posting for each statement execute function refuse_change();
create trigger posting_is_never_emptied before truncate on posting for each statement execute function refuse_change();

create table entry (
  contract_id   text not null,
  account       text not null,
  version       bigint not null check (version >= 1),
  posting_id    text not null,
  amount        numeric(38, 8) not null check (amount <> 0 and amount <> 'NaN'),
  balance_after numeric(38, 8) not null,
  primary key (contract_id, account, version),
  unique (contract_id, posting_id, account),
  foreign key (contract_id, account) references ledger_account (contract_id, id),
  foreign key (contract_id, posting_id) references posting (contract_id, id)
);
comment on column entry.version is 'The order within its account, without gaps.';
create trigger entry_is_append_only before update or delete on entry for each statement execute function refuse_change();
create trigger entry_is_never_emptied before truncate on entry for each statement execute function refuse_change();

-- Only an entry moves a balance.
create function refuse_unearned_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 or new.version <> 0 then
      raise exception 'A ledger account begins at 0' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.contract_id, new.id, new.kind, new.ref) is distinct from (old.contract_id, old.id, old.kind, old.ref) then
    raise exception 'A ledger account stays what it is' using errcode = 'restrict_violation';
  end if;
  if new.version <> old.version + 1 or not exists (
    select 1 from entry
    where contract_id = new.contract_id and account = new.id and version = new.version
      and balance_after = new.balance and amount = new.balance - old.balance
  ) then
    raise exception 'A balance moves with an entry' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_moves_with_entries before insert or update on ledger_account
  for each row execute function refuse_unearned_balance();

create function move_balance() returns trigger language plpgsql as $$
declare
  came_to record;
  leg record;
begin
  for came_to in select distinct contract_id, posting_id from came loop
    -- A posting of an earlier transaction is complete: this refuses further entries.
    if (select count(*) from entry where contract_id = came_to.contract_id and posting_id = came_to.posting_id)
       > (select legs from posting where contract_id = came_to.contract_id and id = came_to.posting_id) then
      raise exception 'Posting % has all its entries', came_to.posting_id using errcode = 'restrict_violation';
    end if;
  end loop;
  for leg in select contract_id, account, version, amount, balance_after from came order by contract_id, account, version loop
    update ledger_account set balance = leg.balance_after, version = leg.version
    where contract_id = leg.contract_id and id = leg.account
      and version = leg.version - 1 and balance + leg.amount = leg.balance_after;
    if not found then
      raise exception 'Entry % of account % does not follow the one before', leg.version, leg.account
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;
create trigger entry_moves_balance after insert on entry referencing new table as came
  for each statement execute function move_balance();

-- At the end of a transaction each posting is complete.
create function assert_posting(in_contract text, in_posting text) returns void language plpgsql as $$
declare
  posted posting;
  bank_before numeric;
  total record;
begin
  select * into posted from posting where contract_id = in_contract and id = in_posting;
  select count(*) as legs, coalesce(sum(amount), 0) as amount,
         coalesce(sum(amount) filter (where account in ('cash', 'frozen')), 0) as bank
    into total from entry where contract_id = in_contract and posting_id = in_posting;
  if total.amount <> 0 then
    raise exception 'Posting % does not balance: % too much', in_posting, total.amount using errcode = 'restrict_violation';
  end if;
  if total.legs <> posted.legs then
    raise exception 'Posting % has % entries instead of %', in_posting, total.legs, posted.legs
      using errcode = 'restrict_violation';
  end if;
  bank_before := 0;
  if posted.no > 1 then
    select bank_after into bank_before from posting where contract_id = in_contract and no = posted.no - 1;
  end if;
  if bank_before is null or posted.bank_after <> bank_before + total.bank then
    raise exception 'Posting % does not follow the one before', in_posting using errcode = 'restrict_violation';
  end if;
end $$;

create function posting_is_complete() returns trigger language plpgsql as $$
begin
  perform assert_posting(new.contract_id, new.id);
  return null;
end $$;
create constraint trigger posting_is_complete after insert on posting
  deferrable initially deferred for each row execute function posting_is_complete();

-- A contract has one currency for life, so entries have none of their own.
create function refuse_other_currency() returns trigger language plpgsql as $$
begin
  raise exception 'The currency of contract % is for life', old.id using errcode = 'restrict_violation';
end $$;
create trigger contract_currency_is_for_life before update on contract
  for each row when (old.currency is distinct from new.currency) execute function refuse_other_currency();

-- Writes a posting in one round trip. It locks the contract first, then its accounts in order of id, and numbers the posting
-- under these locks. Entries are [{account, kind, ref, amount}]; entries of 0 are left out. Returns cash and held cash.
create function ledger_post(
  in_contract text, in_currency text, in_id text, in_kind text, in_at timestamptz, in_memo jsonb, in_entries jsonb
) returns numeric language plpgsql as $$
declare
  own_currency text;
  before_no bigint;
  bank numeric;
  moved record;
begin
  select currency into own_currency from contract where id = in_contract for no key update;
  if own_currency is distinct from in_currency then
    raise exception 'Contract % is not kept in %', in_contract, in_currency using errcode = 'restrict_violation';
  end if;

  select count(*) as legs, sum(amount) filter (where account in ('cash', 'frozen')) as bank,
         bool_or(amount <> round(amount, 8)) as too_fine
    into moved from jsonb_to_recordset(in_entries) as given (account text, amount numeric) where amount <> 0;
  if moved.too_fine then
    raise exception 'An entry has more than 8 places' using errcode = 'numeric_value_out_of_range';
  end if;

  insert into ledger_account (contract_id, id, kind, ref)
    select in_contract, account, kind, ref
    from jsonb_to_recordset(in_entries) as given (account text, kind text, ref text, amount numeric)
    where amount <> 0 order by account
    on conflict do nothing;
  perform 1 from ledger_account
    where contract_id = in_contract
      and id in (select account from jsonb_to_recordset(in_entries) as given (account text))
    order by id for update;

  select no, bank_after into before_no, bank from posting where contract_id = in_contract order by no desc limit 1;
  bank := coalesce(bank, 0) + coalesce(moved.bank, 0);
  insert into posting (contract_id, id, no, kind, at, memo, legs, bank_after)
    values (in_contract, in_id, coalesce(before_no, 0) + 1, in_kind, in_at, in_memo, moved.legs, bank);
  insert into entry (contract_id, account, version, posting_id, amount, balance_after)
    select in_contract, held.id, held.version + 1, in_id, given.amount, held.balance + given.amount
    from jsonb_to_recordset(in_entries) as given (account text, amount numeric)
    join ledger_account held on held.contract_id = in_contract and held.id = given.account
    where given.amount <> 0 order by held.id;
  return bank;
end $$;

create function refuse_holding_more() returns trigger language plpgsql as $$
begin
  raise exception 'Statement % asks for less than % to be held', new.id, new.frozen using errcode = 'restrict_violation';
end $$;

create function refuse_strange_legs() returns trigger language plpgsql as $$
declare
  moved record;
begin
  select kind, account, amount, posting_id into moved
    from came join posting on posting.contract_id = came.contract_id and posting.id = came.posting_id
    where not exists (
      select from posting_legs() leg
      where leg.kind = posting.kind and leg.account = split_part(came.account, ':', 1) and leg.direction = sign(came.amount))
    limit 1;
  if found then
    raise exception 'Posting % of kind % never moves % by %', moved.posting_id, moved.kind, moved.account, moved.amount
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger entry_moves_what_its_posting_may after insert on entry referencing new table as came
  for each statement execute function refuse_strange_legs();

-- A lookup for each leg: a join with the postings may read all postings of the contract.
create function posting_kind(in_contract text, in_posting text) returns text language plpgsql stable as $$
begin
  return (select kind from posting where contract_id = in_contract and id = in_posting);
end $$;
