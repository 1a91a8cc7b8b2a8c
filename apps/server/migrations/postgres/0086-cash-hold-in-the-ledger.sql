-- What holds ask for and what the ledger holds are one, whoever writes.

create index posting_of_hold on posting (contract_id, (memo ->> 'holdID')) where memo ? 'holdID';

-- At the end of a transaction the postings of a hold hold what it asks for.
create function assert_held(in_contract text, in_hold text) returns void language plpgsql as $$
declare
  asked numeric;
  booked numeric;
begin
  select amount into asked from cash_hold where contract_id = in_contract and id = in_hold and state = 'open';
  select sum(entry.amount) into booked from posting
    join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id and entry.account = 'frozen'
    where posting.contract_id = in_contract and posting.memo ? 'holdID' and posting.memo ->> 'holdID' = in_hold;
  if coalesce(asked, 0) <> coalesce(booked, 0) then
    raise exception 'Hold % asks for %, and its postings hold %', in_hold, coalesce(asked, 0), coalesce(booked, 0)
      using errcode = 'restrict_violation';
  end if;
end $$;

-- As before, and what is held covers these holds beside those of statements.
create or replace function assert_statement_books(in_contract text) returns void language plpgsql as $$
declare
  said record;
  kept record;
  holds numeric;
begin
  select coalesce(sum(amount - credited), 0) as revenue,
         coalesce(sum(greatest(-amount, 0) + credited - credit_applied), 0) as credit, coalesce(sum(frozen), 0) as frozen
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

create function cash_hold_fits_the_ledger() returns trigger language plpgsql as $$
begin
  perform assert_held(new.contract_id, new.id);
  perform assert_statement_books(new.contract_id);
  return null;
end $$;
create constraint trigger cash_hold_fits_the_ledger after insert or update on cash_hold
  deferrable initially deferred for each row execute function cash_hold_fits_the_ledger();

-- As before, and each hold is looked at when an entry of held cash names it: entries come after their posting.
create or replace function entry_fits_statements() returns trigger language plpgsql as $$
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
