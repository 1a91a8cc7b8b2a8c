-- What paid a statement, as rows that the ledger proves; what a contract carries over, as an account of the ledger; and
-- what nobody may do to the tables that money and usage stand on.

alter table ledger_account
  drop constraint ledger_account_kind_check,
  drop constraint ledger_account_overdraft,
  add constraint ledger_account_kind_check
    check (kind in ('cash', 'frozen', 'voucher', 'credit', 'receivable', 'bank', 'revenue', 'voucher_grant')),
  add constraint ledger_account_overdraft check (kind not in ('cash', 'frozen', 'voucher', 'credit') or balance >= 0);
alter table posting
  drop constraint posting_kind_check,
  add constraint posting_kind_check
    check (kind in ('deposit', 'withdraw', 'deduct', 'freeze', 'unfreeze', 'sign', 'unsign', 'voucher', 'credit'));

alter table statement add column credited numeric(38,8) not null default 0;
alter table statement add constraint statement_credited check (credited >= 0 and credited <= greatest(amount, 0));
comment on column statement.credited is 'What disputes that were upheld gave back: credit for later statements; this one stays as it is.';

create table settlement (
  contract_id  text not null,
  statement_id text not null,
  posting_id   text not null,
  kind         text not null check (kind in ('voucher', 'credit', 'cash')),
  ref          text,
  account      text not null generated always as (kind || coalesce(':' || ref, '')) stored,
  amount       numeric(38, 8) not null check (amount > 0),
  settled_at   timestamptz not null,
  reversed_by  text,
  primary key (contract_id, posting_id, account),
  check ((kind = 'voucher') = (ref is not null)),
  foreign key (contract_id, posting_id, account) references entry (contract_id, posting_id, account),
  foreign key (contract_id, reversed_by) references posting (contract_id, id)
);
create index settlement_statement on settlement (contract_id, statement_id);
comment on table settlement is 'Each is a leg of a posting that pays a statement. It outlives a statement that was withdrawn, reversed.';
comment on column settlement.ref is 'The voucher that paid.';
comment on column settlement.reversed_by is 'The posting that gave it back.';

-- A row says what its leg says, and is taken back once or never.
create function settlement_follows_the_ledger() returns trigger language plpgsql as $$
declare
  moved numeric;
begin
  if tg_op = 'INSERT' then
    select -entry.amount into moved from posting join entry using (contract_id)
      where contract_id = new.contract_id and posting.id = new.posting_id and entry.posting_id = new.posting_id
        and account = new.kind || coalesce(':' || new.ref, '') and posting.kind in ('sign', 'deduct')
        and memo ->> 'statementID' = new.statement_id;
    if moved is distinct from new.amount or new.reversed_by is not null then
      raise exception 'No leg of % pays % of %', new.posting_id, new.amount, new.statement_id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'What paid a statement is never forgotten' using errcode = 'restrict_violation';
  end if;
  if row(new.contract_id, new.statement_id, new.posting_id, new.kind, new.ref, new.amount, new.settled_at)
     is distinct from
     row(old.contract_id, old.statement_id, old.posting_id, old.kind, old.ref, old.amount, old.settled_at)
     or old.reversed_by is not null or not exists (
       select from posting where contract_id = new.contract_id and id = new.reversed_by and kind = 'unsign'
         and memo ->> 'statementID' = new.statement_id)
     -- One leg gives all cash back, however often it paid, and one all credit; the books below prove what they come to.
     or (new.kind <> 'credit' and not exists (
       select from entry where contract_id = new.contract_id and posting_id = new.reversed_by
         and account = old.account and amount >= new.amount)) then
    raise exception 'What paid a statement is taken back by a posting, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- One payment in one round trip: the posting, a row for each of its legs that pays, and what cash has paid.
create function ledger_settle(
  in_contract text, in_currency text, in_id text, in_kind text, in_at timestamptz, in_memo jsonb, in_entries jsonb,
  in_statement text, in_payments jsonb
) returns numeric language plpgsql as $$
declare
  bank numeric;
begin
  bank := ledger_post(in_contract, in_currency, in_id, in_kind, in_at, in_memo, in_entries);
  insert into settlement (contract_id, statement_id, posting_id, kind, ref, amount, settled_at)
    select in_contract, in_statement, in_id, kind, ref, amount, in_at
    from jsonb_to_recordset(in_payments) as given (kind text, ref text, amount numeric)
    where amount <> 0;
  update statement set cash_deducted = cash_deducted + cash
    from (select sum(amount) as cash from jsonb_to_recordset(in_payments) as given (kind text, amount numeric)
          where kind = 'cash') as paid
    where contract_id = in_contract and id = in_statement and cash <> 0;
  return bank;
end $$;

-- What was there before gets its rows and its postings. A contract whose statements used more credit than they left
-- stays as it is: nobody can tell which of them is wrong, and verify names it.
insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
select posting.contract_id, memo ->> 'statementID', posting.id, 'cash', -entry.amount, posting.at
from posting join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id
where posting.kind = 'deduct' and entry.account = 'cash' and memo ? 'statementID';

do $opening$
declare
  signed record;
  posted text;
  carried numeric;
begin
  for signed in
    select statement.*, contract.currency as kept_in from statement join contract on contract.id = contract_id
    where (amount < 0 or credit_applied > 0) and contract_id in (
      select contract_id from statement group by contract_id having sum(greatest(-amount, 0) - credit_applied) >= 0)
    -- What leaves credit before what uses it.
    order by contract_id, credit_applied > 0, month
  loop
    posted := 'pst-' || translate(substr(md5(signed.contract_id || signed.id || 'credit'), 1, 16), '0189', 'wxyz');
    carried := greatest(-signed.amount, 0) - signed.credit_applied;
    perform ledger_post(signed.contract_id, signed.kept_in, posted, 'sign', now(),
      jsonb_build_object('statementID', signed.id,
        'statementStart', to_char(signed.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      jsonb_build_array(
        jsonb_build_object('account', 'revenue', 'kind', 'revenue', 'amount', -carried),
        jsonb_build_object('account', 'credit', 'kind', 'credit', 'amount', carried)));
    if signed.credit_applied > 0 then
      insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
        values (signed.contract_id, signed.id, posted, 'credit', signed.credit_applied, now());
    end if;
  end loop;
end $opening$;
set constraints all immediate;

create trigger settlement_follows_the_ledger before insert or update or delete on settlement
  for each row execute function settlement_follows_the_ledger();

-- At the end of a transaction the payment state of a statement, its settlement and its receivable are one; of one that
-- is gone nothing is left.
create function assert_settled(in_contract text, in_statement text) returns void language plpgsql as $$
declare
  said record;
  paid record;
  owed numeric;
begin
  select undeducted, voucher_deducted, credit_applied, cash_deducted into said
    from statement where contract_id = in_contract and id = in_statement;
  select sum(amount) filter (where kind = 'voucher') as voucher, sum(amount) filter (where kind = 'credit') as credit,
         sum(amount) filter (where kind = 'cash') as cash
    into paid from settlement where contract_id = in_contract and statement_id = in_statement and reversed_by is null;
  select -balance into owed from ledger_account where contract_id = in_contract and id = 'receivable:' || in_statement;
  if coalesce(said.undeducted, 0) <> coalesce(owed, 0) then
    raise exception 'Statement % asks for %, and the ledger says %', in_statement, coalesce(said.undeducted, 0),
      coalesce(owed, 0) using errcode = 'restrict_violation';
  end if;
  if coalesce(said.voucher_deducted, 0) <> coalesce(paid.voucher, 0)
     or coalesce(said.credit_applied, 0) <> coalesce(paid.credit, 0)
     or coalesce(said.cash_deducted, 0) <> coalesce(paid.cash, 0) then
    raise exception 'Statement % is not paid as it says', in_statement using errcode = 'restrict_violation';
  end if;
end $$;

-- And what a contract earned, carries over and holds for disputes is what its statements say, all together.
create function assert_statement_books(in_contract text) returns void language plpgsql as $$
declare
  said record;
  kept record;
begin
  select coalesce(sum(amount - credited), 0) as revenue,
         coalesce(sum(greatest(-amount, 0) + credited - credit_applied), 0) as credit, coalesce(sum(frozen), 0) as frozen
    into said from statement where contract_id = in_contract;
  select coalesce(sum(balance) filter (where id = 'revenue'), 0) as revenue,
         coalesce(sum(balance) filter (where id = 'credit'), 0) as credit,
         coalesce(sum(balance) filter (where id = 'frozen'), 0) as frozen
    into kept from ledger_account where contract_id = in_contract and id in ('revenue', 'credit', 'frozen');
  if said.revenue <> kept.revenue or said.credit <> kept.credit or said.frozen > kept.frozen then
    raise exception 'The statements of % say revenue %, credit %, held %, and the ledger %, %, %', in_contract,
      said.revenue, said.credit, said.frozen, kept.revenue, kept.credit, kept.frozen using errcode = 'restrict_violation';
  end if;
end $$;

create function entry_fits_statements() returns trigger language plpgsql as $$
begin
  if new.account like 'receivable:%' then
    perform assert_settled(new.contract_id, substr(new.account, length('receivable:') + 1));
  else
    perform assert_statement_books(new.contract_id);
  end if;
  return null;
end $$;
create constraint trigger entry_fits_statements after insert on entry deferrable initially deferred
  for each row when (new.account like 'receivable:%' or new.account in ('revenue', 'credit', 'frozen'))
  execute function entry_fits_statements();

create function settlement_fits_statements() returns trigger language plpgsql as $$
begin
  perform assert_settled(new.contract_id, new.statement_id);
  return null;
end $$;
create constraint trigger settlement_fits_statements after insert or update on settlement
  deferrable initially deferred for each row execute function settlement_fits_statements();

-- The receivable shows a deduction that pays less than it took; this, one that pays nothing.
create function deduction_pays_a_statement() returns trigger language plpgsql as $$
begin
  if not exists (select from settlement where contract_id = new.contract_id and posting_id = new.id) then
    raise exception 'Posting % deducts, and pays no statement', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger deduction_pays_a_statement after insert on posting deferrable initially deferred
  for each row when (new.kind = 'deduct') execute function deduction_pays_a_statement();

create function statement_fits_the_ledger() returns trigger language plpgsql as $$
declare
  touched statement := coalesce(new, old);
begin
  if tg_op = 'DELETE' and old.frozen <> 0 then
    raise exception 'What is held for statement % is let go before it is deleted', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op <> 'UPDATE' or new.cash_deducted <> old.cash_deducted then
    perform assert_settled(touched.contract_id, touched.id);
  end if;
  if tg_op <> 'UPDATE' or new.credited <> old.credited or new.frozen <> old.frozen then
    perform assert_statement_books(touched.contract_id);
  end if;
  return null;
end $$;
create constraint trigger statement_fits_the_ledger after insert or update or delete on statement
  deferrable initially deferred for each row execute function statement_fits_the_ledger();

create function refuse_taking_credit_back() returns trigger language plpgsql as $$
begin
  raise exception 'Credit that a dispute gave is never taken back' using errcode = 'restrict_violation';
end $$;
create trigger statement_credited_only_grows before update on statement
  for each row when (new.credited < old.credited) execute function refuse_taking_credit_back();

-- What a signed month stands on: only its rows may come to lie under another run, where the engine had lost them.
create function rated_day_of_signed_months_stays() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['run_no', 'rated_through', 'rated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - movable @> jsonb_strip_nulls(to_jsonb(old) - movable) then
    return new;
  end if;
  -- It becomes an update, which is looked at again, or fails: a day has one row.
  if tg_op = 'INSERT' and exists (select from rated_day where contract_id = new.contract_id and day = new.day) then
    return new;
  end if;
  if exists (select from closed_month where (tg_op <> 'INSERT' and contract_id = old.contract_id and month = to_char(old.day, 'YYYY-MM'))
                                         or (tg_op <> 'DELETE' and contract_id = new.contract_id and month = to_char(new.day, 'YYYY-MM'))) then
    raise exception 'A day of a month that is signed stays as it was rated' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger rated_day_of_signed_months_stays before insert or update or delete on rated_day
  for each row execute function rated_day_of_signed_months_stays();

-- Acknowledged is acknowledged, and who was billed stays.
create trigger contract_is_kept before delete on contract for each statement execute function refuse_change();

create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name using errcode = 'restrict_violation';
end $$;
do $emptied$
declare
  name text;
begin
  foreach name in array array['contract', 'sku', 'price', 'discount', 'datacloud', 'usage_dirty_day',
                              'rated_day', 'rating_terms', 'statement', 'statement_line', 'closed_month', 'settlement',
                              'idempotency_key', 'installation'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
                   name || '_is_never_emptied', name);
  end loop;
end $emptied$;
