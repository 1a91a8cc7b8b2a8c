-- Vouchers: what pays usage hours between two instants, when their month is signed. The money of each stands on an account of
-- its own; the row says what it is and, kept by the ledger, what has become of it.

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
  check (init_voucher_id is null or origin = 'accountInit')
);
comment on column voucher.valid_days is 'Days of 24 hours, from the moment it is bound.';
comment on column voucher.init_voucher_id is 'The one that waited for the account''s contract and has become this: looked up when it does, since none is ever taken away.';
comment on column voucher.reason is 'Why it was issued.';
comment on column voucher.start_at is 'When it was bound; null while it is available to be.';
comment on column voucher.end_at is 'It pays the hours that begin before.';
comment on column voucher.balance is 'That of its account in the ledger.';
comment on column voucher.lapsed is 'What was written off after its end, and not written back.';
comment on column voucher.ending_told_at is 'When people were told that it ends soon.';
create index voucher_created_at on voucher (contract_id, created_at, id);
create index voucher_by_window on voucher (contract_id, end_at) where start_at is not null;
create index voucher_usable on voucher (contract_id, end_at) include (balance) where start_at is not null and balance > 0;
create index voucher_ended on voucher (end_at) where balance > 0;
create index voucher_ending on voucher (end_at) where balance > 0 and ending_told_at is null;

create trigger voucher_is_kept before delete on voucher for each statement execute function refuse_change();
create trigger voucher_is_never_emptied before truncate on voucher for each statement execute function refuse_emptying();

-- Written off after its end, and back when a month of its window is signed again.
alter table posting
  drop constraint posting_kind_check,
  add constraint posting_kind_check
    check (kind in ('deposit', 'withdraw', 'deduct', 'freeze', 'unfreeze', 'sign', 'unsign', 'voucher', 'overdue', 'credit'));
-- Beside what it said before, which stays word by word what it was.
create function voucher_legs() returns table (kind text, account text, direction int) language sql immutable as $$
  values ('overdue', 'voucher', -1), ('overdue', 'voucher_grant', 1), ('overdue', 'voucher', 1), ('overdue', 'voucher_grant', -1)
$$;
alter function posting_legs rename to posting_legs_before_vouchers;
create function posting_legs() returns table (kind text, account text, direction int) language sql immutable as $$
  select * from posting_legs_before_vouchers() union all select * from voucher_legs()
$$;

-- The row follows its account. A voucher is granted once and whole, pays once it is bound, and lapses after its end.
create function move_voucher() returns trigger language plpgsql as $$
declare
  in_voucher text := substr(new.account, length('voucher:') + 1);
  posted posting;
  held voucher;
begin
  select * into posted from posting where contract_id = new.contract_id and id = new.posting_id;
  select * into held from voucher where contract_id = new.contract_id and id = in_voucher;
  if not found then
    raise exception 'There is no voucher %', in_voucher using errcode = 'foreign_key_violation';
  end if;
  if (new.version = 1) <> (posted.kind = 'voucher') or (new.version = 1 and new.amount <> held.denomination) then
    raise exception 'Voucher % is granted once, with all that it is worth', in_voucher using errcode = 'restrict_violation';
  end if;
  if posted.kind = 'sign' and held.start_at is null then
    raise exception 'Voucher % pays nothing before it is bound', in_voucher using errcode = 'restrict_violation';
  end if;
  if posted.kind = 'overdue' and (held.end_at is null or held.end_at > posted.at) then
    raise exception 'Voucher % has not ended', in_voucher using errcode = 'restrict_violation';
  end if;
  update voucher set balance = new.balance_after, lapsed = lapsed - case posted.kind when 'overdue' then new.amount else 0 end
    where contract_id = new.contract_id and id = in_voucher;
  return null;
end $$;
-- By its name it comes after the one that moves the account.
create trigger entry_moves_voucher after insert on entry for each row
  when (new.account like 'voucher:%') execute function move_voucher();

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
  if old.ending_told_at is not null and new.ending_told_at is distinct from old.ending_told_at then
    raise exception 'People were told once' using errcode = 'restrict_violation';
  end if;
  if (new.balance, new.lapsed) is distinct from (old.balance, old.lapsed) then
    select sum(amount) as balance, coalesce(-sum(amount) filter (where posting.kind = 'overdue'), 0) as lapsed into kept
      from entry join posting on posting.contract_id = entry.contract_id and posting.id = posting_id
      where entry.contract_id = new.contract_id and account = 'voucher:' || new.id;
    if (new.balance, new.lapsed) is distinct from (kept.balance, kept.lapsed) then
      raise exception 'The ledger says what a voucher has' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger voucher_stays_what_it_is before insert or update on voucher
  for each row execute function voucher_stays_what_it_is();

create function voucher_is_granted() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_account where contract_id = new.contract_id and id = 'voucher:' || new.id) then
    raise exception 'Voucher % was granted by nobody', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger voucher_is_granted after insert on voucher
  deferrable initially deferred for each row execute function voucher_is_granted();

-- Why, the platform's people say to each other; what it has, its details tell.
create trigger voucher_is_noted after insert or update of start_at on voucher
  for each row execute function note_change('contract_id', '{reason,init_voucher_id,balance,lapsed,ending_told_at}');
