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
  foreign key (contract_id, reversed_by) references posting (contract_id, id),
  constraint settlement_has_a_time check (isfinite(settled_at))
);
comment on table settlement is 'Each is a leg of a posting that pays a statement. It outlives a statement that was withdrawn, reversed.';
comment on column settlement.ref is 'The voucher that paid.';
comment on column settlement.reversed_by is 'The posting that gave it back.';
create index settlement_statement on settlement (contract_id, statement_id);
create trigger settlement_is_never_emptied before truncate on settlement
  for each statement execute function refuse_emptying();

-- Statements whose settlement a transaction touched. Each is proved once at its end, however many vouchers pay it.
create table statement_to_prove (
  contract_id  text not null,
  statement_id text not null
);
comment on table statement_to_prove is 'Statements whose settlement this transaction has touched: empty between transactions. Each row that comes has its statement proved, whatever becomes of the row.';
create trigger statement_to_prove_is_never_emptied before truncate on statement_to_prove
  for each statement execute function refuse_emptying();
create trigger statement_to_prove_never_changes before update on statement_to_prove
  for each statement execute function refuse_change();

-- A row repeats its ledger entry, and is reversed at most once.
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
     -- One entry returns all cash, however many payments there were, and one all credit; assert_statement_books proves the sums.
     or (new.kind <> 'credit' and not exists (
       select from entry where contract_id = new.contract_id and posting_id = new.reversed_by
         and account = old.account and amount >= new.amount)) then
    raise exception 'What paid a statement is taken back by a posting, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger settlement_follows_the_ledger before insert or update or delete on settlement
  for each row execute function settlement_follows_the_ledger();

-- Writes a payment in one round trip: the posting, a settlement row for each entry that pays, and what the
-- statement says of payments after signing.
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
  -- The statement's row says from the beginning what pays at signing.
  if in_kind = 'deduct' then
    update statement set cash_deducted = cash_deducted + cash, credit_deducted = credit_deducted + credit
      from (select coalesce(sum(amount) filter (where kind = 'cash'), 0) as cash,
                   coalesce(sum(amount) filter (where kind = 'credit'), 0) as credit
            from jsonb_to_recordset(in_payments) as given (kind text, amount numeric)) as paid
      where contract_id = in_contract and id = in_statement;
  end if;
  return bank;
end $$;

-- At the end of a transaction the payment state of a statement equals its settlement and its receivable. A deleted statement
-- leaves neither.
create function assert_settled(in_contract text, in_statement text) returns void language plpgsql as $$
declare
  said record;
  paid record;
  owed numeric;
begin
  select undeducted, voucher_deducted, credit_applied, credit_deducted, cash_deducted into said
    from statement where contract_id = in_contract and id = in_statement;
  select sum(amount) filter (where kind = 'voucher') as voucher, sum(amount) filter (where kind = 'cash') as cash,
         sum(amount) filter (where kind = 'credit' and posting_kind(contract_id, posting_id) = 'sign') as credit_at_signing,
         sum(amount) filter (where kind = 'credit' and posting_kind(contract_id, posting_id) = 'deduct') as credit_later
    into paid from settlement where contract_id = in_contract and statement_id = in_statement and reversed_by is null;
  select -balance into owed from ledger_account where contract_id = in_contract and id = 'receivable:' || in_statement;
  if coalesce(said.undeducted, 0) <> coalesce(owed, 0) then
    raise exception 'Statement % asks for %, and the ledger says %', in_statement, coalesce(said.undeducted, 0),
      coalesce(owed, 0) using errcode = 'restrict_violation';
  end if;
  if coalesce(said.voucher_deducted, 0) <> coalesce(paid.voucher, 0)
     or coalesce(said.credit_applied, 0) <> coalesce(paid.credit_at_signing, 0)
     or coalesce(said.credit_deducted, 0) <> coalesce(paid.credit_later, 0)
     or coalesce(said.cash_deducted, 0) <> coalesce(paid.cash, 0) then
    raise exception 'Statement % is not paid as it says', in_statement using errcode = 'restrict_violation';
  end if;
end $$;

-- Proves that a statement, its settlement and its receivable agree; the marketplace's part is not ours to collect.
create function assert_statement_books(in_contract text) returns void language plpgsql as $$
declare
  said record;
  kept record;
  holds numeric;
begin
  select coalesce(sum(amount - marketplace_metered - credited), 0) as revenue,
         coalesce(sum(greatest(marketplace_metered - amount, 0) + credited - credit_applied - credit_deducted), 0) as credit,
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

-- Proves the statements of a posting, and the holds that its entries of held cash name. Entries come after their posting.
create function entry_fits_statements() returns trigger language plpgsql as $$
declare
  hold text;
begin
  if new.account like 'receivable:%' then
    perform assert_settled(new.contract_id, substr(new.account, length('receivable:') + 1));
    return null;
  end if;
  perform assert_statement_books(new.contract_id);
  if new.account = 'frozen' then
    select memo ->> 'holdID' into hold from posting where contract_id = new.contract_id and id = new.posting_id;
    if hold is not null then
      perform assert_held(new.contract_id, hold);
    end if;
  end if;
  return null;
end $$;
create constraint trigger entry_fits_statements after insert on entry deferrable initially deferred
  for each row when (new.account like 'receivable:%' or new.account in ('revenue', 'credit', 'frozen'))
  execute function entry_fits_statements();

create function settlement_fits_statements() returns trigger language plpgsql as $$
begin
  perform assert_settled(new.contract_id, new.statement_id);
  delete from statement_to_prove where contract_id = new.contract_id and statement_id = new.statement_id;
  return null;
end $$;
create constraint trigger settlement_fits_statements after insert on statement_to_prove
  deferrable initially deferred for each row execute function settlement_fits_statements();

-- A deduction that pays less than it took shows in the receivable. This finds one that pays nothing.
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
  if tg_op <> 'UPDATE' or new.cash_deducted <> old.cash_deducted or new.credit_deducted <> old.credit_deducted then
    perform assert_settled(touched.contract_id, touched.id);
  end if;
  if tg_op <> 'UPDATE' or new.credited <> old.credited or new.credit_deducted <> old.credit_deducted
     or new.frozen <> old.frozen then
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

create function have_statements_proved() returns trigger language plpgsql as $$
begin
  insert into statement_to_prove (contract_id, statement_id) select distinct contract_id, statement_id from came;
  return null;
end $$;
create trigger settlement_that_changes_is_proved after update on settlement referencing new table as came
  for each statement execute function have_statements_proved();
create trigger settlement_that_comes_is_proved after insert on settlement referencing new table as came
  for each statement execute function have_statements_proved();
