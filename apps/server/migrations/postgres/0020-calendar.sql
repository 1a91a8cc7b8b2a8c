-- What the calendar may do by itself: notice that a dispute does not use up, months that wait for a person, the time of its
-- last round, and the end of a contract.

alter table contract add column ended_at timestamptz;
alter table contract add constraint contract_ends_after_it_begins check (ended_at >= commencing_on);
comment on column contract.ended_at is 'Usage that begins then or later is refused; the months used until then are still signed.';

create table waiting_month (
  contract_id text not null references contract (id),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  since       timestamptz not null,
  reason      text not null check (reason in ('withdrawn','tooOld')),
  primary key (contract_id, month)
);
comment on table waiting_month is 'A month of which a row is here is signed by people only; signing takes the row away.';
comment on column waiting_month.reason is 'withdrawn: its statement was deleted. tooOld: its usage came to light after 24 months.';

create function waiting_month_is_open() returns trigger language plpgsql as $$
begin
  if exists (
    select from waiting_month join closed_month using (contract_id, month)
    where contract_id = new.contract_id and month = new.month
  ) then
    raise exception '% is signed and waits for nobody', new.month using errcode = '23514';
  end if;
  return null;
end $$;
-- At the end of the transaction, since one that deletes a statement or signs its month writes both tables.
create constraint trigger waiting_month_is_open after insert on waiting_month
  deferrable initially deferred for each row execute function waiting_month_is_open();
create constraint trigger closed_month_waits_no_more after insert on closed_month
  deferrable initially deferred for each row execute function waiting_month_is_open();

create table calendar_tick (
  id      boolean primary key default true check (id),
  last_at timestamptz not null
);
comment on table calendar_tick is 'One row, once the calendar has gone round.';
comment on column calendar_tick.last_at is 'The time of its last round, or a later one that a person has accepted.';

alter table statement add column disputed_at timestamptz;
comment on column statement.disputed_at is 'When it went into manual processing, where its calendar stands still.';
-- When a dispute began was not kept; the days since signing are the most that it can have taken.
update statement set disputed_at = signed_at where confirm_state = 'manualProcessing';
-- What is checked at the end is checked now: a table with checks to come takes no change.
set constraints all immediate;
alter table statement add constraint statement_dispute_has_begun
  check ((confirm_state = 'manualProcessing') = (disputed_at is not null));

create or replace function statement_keeps_what_was_signed() returns trigger language plpgsql as $$
declare
  moved interval;
begin
  if tg_op = 'DELETE' then
    if old.confirm_state = 'confirmed' or old.cash_deducted <> 0 then
      raise exception 'A statement that is confirmed or partly deducted is never deleted' using errcode = '23514';
    end if;
    return old;
  end if;
  -- The generated columns are not known yet in a BEFORE trigger; they follow from what is compared here.
  if row(new.contract_id, new.id, new.month, new.contract_name, new.customer_name, new.currency, new.start_at,
         new.end_at, new.statement_on, new.signed_at, new.line_count, new.digest, new.exact_amount, new.amount,
         new.voucher_deducted, new.credit_applied, new.payable)
     is distinct from
     row(old.contract_id, old.id, old.month, old.contract_name, old.customer_name, old.currency, old.start_at,
         old.end_at, old.statement_on, old.signed_at, old.line_count, old.digest, old.exact_amount, old.amount,
         old.voucher_deducted, old.credit_applied, old.payable)
  then
    raise exception 'What a signed statement says never changes' using errcode = '23514';
  end if;
  -- When it is due moves by whole days, all four dates alike, at the end of a dispute, and at no other time.
  moved := (new.due_on - old.due_on) * interval '24 hours';
  if row(new.confirm_at, new.deduct_at, new.overdue_from)
       is distinct from row(old.confirm_at + moved, old.deduct_at + moved, old.overdue_from + moved)
     or new.due_on < old.due_on
     or (new.due_on > old.due_on and not (old.confirm_state = 'manualProcessing' and new.confirm_state = 'confirmed'))
  then
    raise exception 'When a signed statement is due moves only by the days of a dispute' using errcode = '23514';
  end if;
  if new.confirm_state = old.confirm_state and new.disputed_at is distinct from old.disputed_at then
    raise exception 'When a dispute began never changes' using errcode = '23514';
  end if;
  if new.confirm_state = 'unconfirmed' and old.confirm_state <> 'unconfirmed' then
    raise exception 'A statement never becomes unconfirmed again' using errcode = '23514';
  end if;
  if new.cash_deducted < old.cash_deducted then
    raise exception 'A deduction is never taken back' using errcode = '23514';
  end if;
  return new;
end $$;
