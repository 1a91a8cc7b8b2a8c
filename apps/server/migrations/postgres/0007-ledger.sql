-- The ledger: every movement of money is a balanced posting between accounts of a contract and of the house.
-- What can be forbidden is forbidden here, so that no code, however wrong, can lose or invent money.

create table ledger_account (
  contract_id text not null references contract (id),
  id          text not null,
  kind        text not null check (kind in ('cash', 'frozen', 'voucher', 'receivable', 'bank', 'revenue', 'voucher_grant')),
  ref         text,
  balance     numeric(38, 8) not null default 0,
  version     bigint not null default 0,
  primary key (contract_id, id),
  check ((kind in ('voucher', 'receivable')) = (ref is not null)),
  check (id = kind || coalesce(':' || ref, '')),
  constraint ledger_account_overdraft check (kind not in ('cash', 'frozen', 'voucher') or balance >= 0),
  constraint ledger_account_receivable_above_zero check (kind <> 'receivable' or balance <= 0)
);
comment on column ledger_account.ref is 'The voucher or statement that the account belongs to.';
comment on column ledger_account.balance is 'The balance_after of the entry that bears this version.';

create table posting (
  contract_id text not null references contract (id),
  id          text not null,
  no          bigint not null check (no >= 1),
  kind        text not null check (kind in ('deposit', 'withdraw', 'deduct', 'freeze', 'unfreeze', 'sign', 'unsign', 'voucher')),
  at          timestamptz not null,
  memo        jsonb not null default '{}' check (jsonb_typeof(memo) = 'object'),
  legs        int not null check (legs >= 2),
  bank_after  numeric(38, 8) not null check (bank_after >= 0),
  primary key (contract_id, id),
  unique (contract_id, no)
);
comment on column posting.no is 'The order of a contract''s postings, without gaps: drawn under the contract''s lock. Neither id nor time is an order.';
comment on column posting.legs is 'How many entries it has, so that none is ever added to it later.';
comment on column posting.bank_after is 'Cash and held cash after it: what people call the bank balance.';
create index posting_by_time on posting (contract_id, at, no);

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

-- Append only.
create trigger posting_is_append_only before update or delete on posting for each statement execute function refuse_change();
create trigger posting_is_never_emptied before truncate on posting for each statement execute function refuse_change();
create trigger entry_is_append_only before update or delete on entry for each statement execute function refuse_change();
create trigger entry_is_never_emptied before truncate on entry for each statement execute function refuse_change();
create trigger ledger_account_is_kept before delete on ledger_account for each statement execute function refuse_change();
create trigger ledger_account_is_never_emptied before truncate on ledger_account for each statement execute function refuse_change();

-- A balance moves with an entry and in no other way.
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
begin
  -- A posting of an earlier transaction has all its entries, so that this refuses any more.
  if (select count(*) from entry where contract_id = new.contract_id and posting_id = new.posting_id)
     > (select legs from posting where contract_id = new.contract_id and id = new.posting_id) then
    raise exception 'Posting % has all its entries', new.posting_id using errcode = 'restrict_violation';
  end if;
  update ledger_account set balance = new.balance_after, version = new.version
  where contract_id = new.contract_id and id = new.account
    and version = new.version - 1 and balance + new.amount = new.balance_after;
  if not found then
    raise exception 'Entry % of account % does not follow the one before', new.version, new.account
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger entry_moves_balance after insert on entry for each row execute function move_balance();

-- At the end of the transaction each posting stands complete.
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

-- A contract has one currency for life, so its entries need none of their own.
create function refuse_other_currency() returns trigger language plpgsql as $$
begin
  raise exception 'The currency of contract % is for life', old.id using errcode = 'restrict_violation';
end $$;
create trigger contract_currency_is_for_life before update on contract
  for each row when (old.currency is distinct from new.currency) execute function refuse_other_currency();

-- One posting in one round trip: the contract's lock first, its accounts in order of id, numbers and versions under them.
-- Entries are [{account, kind, ref, amount}]; those of 0 are left out. Answers cash and held cash after it.
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
