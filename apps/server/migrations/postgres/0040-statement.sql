-- Signed statements. The contents are written once; afterwards only confirmation and payment change.
create table statement (
  contract_id         text not null references contract (id),
  id                  text not null,
  month               text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  contract_name       text not null,
  customer_name       text not null,
  currency            text not null check (currency in ('USD','CNY')),
  start_at            timestamptz not null,
  end_at              timestamptz not null,
  statement_on        date not null,
  due_on              date not null,
  confirm_at          timestamptz not null,
  deduct_at           timestamptz not null,
  overdue_from        timestamptz not null,
  signed_at           timestamptz not null,
  line_count          int not null check (line_count >= 0),
  digest              text not null check (digest ~ '^[0-9a-f]{64}$'),
  exact_amount        numeric(38,12) not null,
  amount              numeric(38,8) not null,
  voucher_deducted    numeric(38,8) not null check (voucher_deducted >= 0),
  credit_applied      numeric(38,8) not null check (credit_applied >= 0),
  payable             numeric(38,8) not null check (payable >= 0),
  cash_deducted       numeric(38,8) not null default 0 check (cash_deducted >= 0),
  credit_deducted     numeric(38,8) not null default 0 check (credit_deducted >= 0),
  frozen              numeric(38,8) not null default 0 check (frozen >= 0),
  undeducted          numeric(38,8) not null generated always as (payable - cash_deducted - credit_deducted) stored,
  deduct_state        text not null generated always as (
    case when cash_deducted + credit_deducted = payable then 'fullySettled'
         when cash_deducted + credit_deducted = 0 then 'undeducted' else 'partiallyDeducted' end
  ) stored,
  confirm_state       text not null check (confirm_state in ('unconfirmed','confirmed','manualProcessing')),
  review_reason       text,
  credited            numeric(38,8) not null default 0,
  disputed_at         timestamptz,
  disputed_by         text,
  decided_dispute     jsonb,
  -- A dispute hid an overdue statement from then on. The episode continues until the statement is paid.
  hidden_at           timestamptz,
  confirmed_at        timestamptz,
  -- A marketplace bills this part; the statement asks for the rest.
  marketplace_metered numeric(38, 8) not null default 0 check (marketplace_metered <> 'NaN'),
  primary key (contract_id, id),
  unique (contract_id, month),
  check (cash_deducted + credit_deducted <= payable),
  check (amount = round(exact_amount, 2)),
  check (frozen = 0 or confirm_state = 'manualProcessing'),
  -- A statement and its closed month exist only together; a transaction may write either first.
  constraint statement_closes_its_month
    foreign key (contract_id, month) references closed_month (contract_id, month) deferrable initially deferred,
  constraint statement_dispute_has_begun
    check ((confirm_state = 'manualProcessing') = (disputed_at is not null)),
  constraint statement_dispute_has_a_reason
    check (disputed_by is null or (disputed_at is not null and review_reason is not null)),
  constraint statement_has_its_times
    check (isfinite(start_at) and isfinite(end_at) and isfinite(statement_on) and isfinite(due_on) and isfinite(confirm_at)
         and isfinite(deduct_at) and isfinite(overdue_from) and isfinite(signed_at) and isfinite(disputed_at)
         and isfinite(hidden_at) and isfinite(confirmed_at)),
  constraint statement_confirmation_has_begun check (confirmed_at is null or confirm_state = 'confirmed'),
  constraint statement_payable check (payable = greatest(amount - marketplace_metered, 0) - voucher_deducted - credit_applied),
  constraint statement_credited check (credited >= 0 and credited <= greatest(amount - marketplace_metered, 0))
);
comment on table statement is 'A month of which a row is here is signed: it is never rated again.';
comment on column statement.contract_name is 'The names at signing.';
comment on column statement.confirm_at is 'From here it counts as confirmed unless it is disputed: the start of the due day.';
comment on column statement.exact_amount is 'The lines'' exact sum; amount is it, rounded once, half up.';
comment on column statement.credit_applied is 'Credit that paid when it was signed: of earlier months below 0 and upheld disputes.';
comment on column statement.credit_deducted is 'Credit that came after signing and paid a part of payable.';
comment on column statement.frozen is 'Cash held while the statement is in dispute.';
comment on column statement.review_reason is 'The reason for manual processing; null outside it.';
comment on column statement.credited is 'Credit for later statements from disputes that were upheld. This statement stays as it is.';
comment on column statement.disputed_at is 'The time it went into manual processing, in which its calendar stands still.';
comment on column statement.disputed_by is 'The e-mail of the customer who disputed it, as it was then; null where the back office or a safety limit did.';
comment on column statement.decided_dispute is 'The dispute of a customer that has ended: when it began and ended, by whom, and why.';
comment on column statement.confirmed_at is 'The time from which it is confirmed: by a person, by the calendar, or at the end of a dispute.';
comment on column statement.hidden_at is 'The time from which a dispute, ended by now, last hid that it was overdue. The end of a dispute moves overdue_from to a later day.';
comment on column statement.marketplace_metered is 'The part that a marketplace bills. It is below 0 when a marketplace did not take an earlier month''s part, which is ours to collect.';
create index statement_to_confirm on statement (confirm_at) where confirm_state = 'unconfirmed';
create index statement_to_deduct on statement (deduct_at) where confirm_state = 'confirmed' and deduct_state <> 'fullySettled';
-- Finds the overdue statements of all contracts, oldest first.
create index statement_not_deducted on statement (overdue_from, contract_id, id) where undeducted > 0;
create index statement_disputed on statement (signed_at) where confirm_state = 'manualProcessing';
-- A BEFORE trigger does not know generated columns yet.
create trigger statement_holds_what_it_asks before insert or update on statement
  for each row when (new.frozen > new.payable - new.cash_deducted - new.credit_deducted) execute function refuse_holding_more();
create trigger statement_is_noted after update on statement
  for each row when (old.confirm_state is distinct from new.confirm_state)
  execute function note_change('contract_id', '{
    contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on,
    confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted,
    credit_applied, payable, cash_deducted, credit_deducted, frozen, undeducted, deduct_state, confirm_state, review_reason, credited,
    disputed_at, disputed_by, hidden_at, marketplace_metered
  }');
create trigger statement_is_never_emptied before truncate on statement
  for each statement execute function refuse_emptying();

create table statement_line (
  contract_id      text not null,
  statement_id     text not null,
  line_no          int not null check (line_no >= 0),
  product          text not null,
  type             text not null,
  sub_type         text not null,
  billing_item     text not null,
  cloud_provider   text not null,
  region           text not null,
  edition          text not null,
  consumption      numeric(38,12) not null,
  consumption_unit text not null,
  list_price       numeric(38,12) not null,
  price_unit       text not null,
  zhekou           numeric(18,12) not null,
  adjustment       boolean not null,
  row_count        bigint not null check (row_count >= 0),
  exact_amount     numeric(38,12) not null,
  amount           numeric(38,8) not null,
  -- The private offer whose price was charged.
  offer_id         text,
  primary key (contract_id, statement_id, line_no),
  foreign key (contract_id, statement_id) references statement (contract_id, id) on delete cascade
);
comment on column statement_line.row_count is
  'The number of usages that it sums. A usage in several slices counts only in the line of its first one, so a line may have 0.';
comment on column statement_line.amount is 'Shown at 2 places; all lines of a statement add up to its amount.';
comment on column statement_line.offer_id is 'The private offer whose price or tiers decided its amount; null where none did.';
create trigger statement_line_is_never_emptied before truncate on statement_line
  for each statement execute function refuse_emptying();

-- Ids of withdrawn statements are kept for ever, so that none is used again.
create table withdrawn_statement (
  contract_id text not null references contract (id),
  id          text not null,
  primary key (contract_id, id)
);
comment on table withdrawn_statement is 'Statements that were deleted: no other one ever bears the id.';
create trigger withdrawn_statement_is_never_emptied before truncate on withdrawn_statement
  for each statement execute function refuse_emptying();
create trigger withdrawn_statement_never_changes before update or delete on withdrawn_statement
  for each statement execute function refuse_change();

create table waiting_month (
  contract_id text not null references contract (id),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  since       timestamptz not null,
  reason      text not null check (reason in ('withdrawn', 'tooOld', 'marketplaceOutstanding')),
  primary key (contract_id, month),
  constraint waiting_month_has_a_time check (isfinite(since))
);
comment on table waiting_month is 'A month of which a row is here is signed by people only; signing takes the row away.';
comment on column waiting_month.reason is 'withdrawn: its statement was deleted. tooOld: its usage came to light after 24 months. marketplaceOutstanding: hours of it were still to be reported to a marketplace.';
create trigger waiting_month_never_changes before update on waiting_month
  for each statement execute function refuse_change();
create trigger waiting_month_is_never_emptied before truncate on waiting_month
  for each statement execute function refuse_emptying();

-- An imported contract brings its signed statements, but not their rated rows.
create table carried_month (
  contract_id text not null references contract (id),
  month       text not null,
  primary key (contract_id, month),
  foreign key (contract_id, month) references closed_month (contract_id, month)
);
comment on table carried_month is 'Signed elsewhere: nothing that is rated here stands behind its statement.';
create trigger carried_month_is_never_emptied before truncate on carried_month
  for each statement execute function refuse_emptying();
create trigger carried_month_never_changes before update or delete on carried_month
  for each statement execute function refuse_change();

-- The next month that each contract has to sign. The calendar reads only contracts whose month has come.
create table next_to_sign (
  contract_id text primary key references contract (id),
  currency    text not null check (currency in ('USD','CNY')),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
comment on table next_to_sign is 'One row for each contract: nothing before the month is to be signed by the calendar, or to be left to people.';
comment on column next_to_sign.currency is 'The contract''s, for life: it decides when a month is signed.';
create index next_to_sign_by_month on next_to_sign (currency, month);
create trigger next_to_sign_is_kept before delete on next_to_sign for each statement execute function refuse_change();
create trigger next_to_sign_is_never_emptied before truncate on next_to_sign
  for each statement execute function refuse_emptying();

-- Keeps a statement's contents. A dispute that would begin in the future, because a clock ran ahead, begins now by the
-- product's time.
create function statement_keeps_what_was_signed() returns trigger language plpgsql as $$
declare
  moved interval;
begin
  if tg_op = 'DELETE' then
    if old.confirm_state = 'confirmed' or old.cash_deducted <> 0 then
      raise exception 'A statement that is confirmed or partly deducted is never deleted' using errcode = '23514';
    end if;
    return old;
  end if;
  -- A BEFORE trigger does not know generated columns yet; they follow from the compared ones.
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
  -- Only the end of a dispute moves the four dates, by the same number of whole days.
  moved := (new.due_on - old.due_on) * interval '24 hours';
  if row(new.confirm_at, new.deduct_at, new.overdue_from)
       is distinct from row(old.confirm_at + moved, old.deduct_at + moved, old.overdue_from + moved)
     or new.due_on < old.due_on
     or (new.due_on > old.due_on and not (old.confirm_state = 'manualProcessing' and new.confirm_state = 'confirmed'))
  then
    raise exception 'When a signed statement is due moves only by the days of a dispute' using errcode = '23514';
  end if;
  -- A clock that ran ahead may have set the beginning in the future.
  if new.confirm_state = old.confirm_state and new.disputed_at is distinct from old.disputed_at
     and not (new.disputed_at < old.disputed_at and new.disputed_at > product_now() - interval '1 minute')
  then
    raise exception 'When a dispute began never changes' using errcode = '23514';
  end if;
  -- Only confirming sets it, and only a dispute forgets it.
  if new.confirm_state = old.confirm_state and new.confirmed_at is distinct from old.confirmed_at then
    raise exception 'When a statement was confirmed never changes' using errcode = '23514';
  end if;
  if new.hidden_at is distinct from old.hidden_at
     and not (old.confirm_state = 'manualProcessing' and new.confirm_state = 'confirmed')
  then
    raise exception 'What a dispute has hidden is known when it ends' using errcode = '23514';
  end if;
  if new.decided_dispute is distinct from old.decided_dispute
     and not (old.disputed_by is not null and new.disputed_by is null and old.decided_dispute is null)
  then
    raise exception 'What was decided about a dispute never changes' using errcode = '23514';
  end if;
  if new.confirm_state = 'unconfirmed' and old.confirm_state <> 'unconfirmed' then
    raise exception 'A statement never becomes unconfirmed again' using errcode = '23514';
  end if;
  if new.cash_deducted < old.cash_deducted or new.credit_deducted < old.credit_deducted then
    raise exception 'A deduction is never taken back' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger statement_immutable before update or delete on statement
  for each row execute function statement_keeps_what_was_signed();

create function statement_line_never_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Signing uses every number below line_count, so that no line can be added later.
    if new.line_no >= (select line_count from statement where contract_id = new.contract_id and id = new.statement_id) then
      raise exception 'A signed statement takes no more lines' using errcode = '23514';
    end if;
    return new;
  end if;
  -- The cascade of a deleted statement runs after its row is gone.
  if tg_op = 'DELETE' and not exists (select 1 from statement where contract_id = old.contract_id and id = old.statement_id) then
    return old;
  end if;
  raise exception 'The lines of a signed statement never change' using errcode = '23514';
end $$;
create trigger statement_line_immutable before insert or update or delete on statement_line
  for each row execute function statement_line_never_changes();

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
create constraint trigger closed_month_waits_no_more after insert on closed_month
  deferrable initially deferred for each row execute function waiting_month_is_open();
-- Deferred, since a transaction that deletes a statement or signs its month writes both tables.
create constraint trigger waiting_month_is_open after insert on waiting_month
  deferrable initially deferred for each row execute function waiting_month_is_open();

-- A month that waits for a person waits until it is signed.
create function waiting_month_ends_by_signing() returns trigger language plpgsql as $$
begin
  if not exists (select from closed_month where contract_id = old.contract_id and month = old.month) then
    raise exception '% waits until it is signed', old.month using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger waiting_month_ends_by_signing after update or delete on waiting_month
  deferrable initially deferred for each row execute function waiting_month_ends_by_signing();

create function refuse_return() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawn_statement where contract_id = new.contract_id and id = new.id) then
    raise exception 'Statement % is withdrawn, and is not put back otherwise', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger statement_never_returns after insert on statement for each row execute function refuse_return();

create function keep_withdrawal() returns trigger language plpgsql as $$
begin
  insert into withdrawn_statement (contract_id, id) values (old.contract_id, old.id) on conflict do nothing;
  return null;
end $$;
create trigger statement_is_known_as_withdrawn after delete on statement
  for each row execute function keep_withdrawal();

-- A reopened month waits for a person, or is closed again.
create function reopened_month_waits() returns trigger language plpgsql as $$
begin
  if not exists (select from closed_month where contract_id = old.contract_id and month = old.month)
     and not exists (select from waiting_month where contract_id = old.contract_id and month = old.month) then
    raise exception '% was closed: it waits until it is signed', old.month using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger reopened_month_waits after delete on closed_month
  deferrable initially deferred for each row execute function reopened_month_waits();

-- No statement is of a month before 2000, whatever the contract's beginning.
create function first_to_sign(commencing_on timestamptz, of_currency text) returns text language sql stable as $$
  select to_char(least(greatest(commencing_on, '2000-01-02Z'), '2101-01-01Z') at time zone billing_zone(of_currency), 'YYYY-MM')
$$;

create function keep_next_to_sign() returns trigger language plpgsql as $$
begin
  insert into next_to_sign (contract_id, currency, month)
    values (new.id, new.currency, first_to_sign(new.commencing_on, new.currency))
  on conflict (contract_id) do update set month = least(next_to_sign.month, excluded.month);
  return null;
end $$;
-- A change of the contract may make passed-over months due for signing.
create trigger contract_changes_months_to_sign after update on contract
  for each row when (row(new.state, new.commencing_on, new.ended_at, new.is_study)
                     is distinct from row(old.state, old.commencing_on, old.ended_at, old.is_study))
  execute function keep_next_to_sign();
create trigger contract_has_months_to_sign after insert on contract for each row execute function keep_next_to_sign();

-- A reopened month, or one that no longer waits, is due for signing again.
create function sign_again_from() returns trigger language plpgsql as $$
begin
  update next_to_sign set month = old.month where contract_id = old.contract_id and month > old.month;
  return null;
end $$;
create trigger closed_month_is_to_sign_again after delete on closed_month for each row execute function sign_again_from();
create trigger waiting_month_is_to_sign_again after delete on waiting_month for each row execute function sign_again_from();

-- Usage in a passed-over month makes it due for signing. Passing over locks the contract exclusively, ingestion shares it.
create function sign_what_is_used() returns trigger language plpgsql as $$
begin
  with used as (
    select contract_id, to_char(min(day), 'YYYY-MM') as month from came group by contract_id
  ), held as (
    select kept.contract_id, used.month from next_to_sign as kept join used using (contract_id)
    where kept.month > used.month order by kept.contract_id for update of kept
  )
  update next_to_sign as kept set month = least(kept.month, held.month) from held where kept.contract_id = held.contract_id;
  return null;
end $$;
create trigger rated_day_is_to_sign after insert on rated_day referencing new table as came
  for each statement execute function sign_what_is_used();
create trigger usage_day_is_to_sign after insert on usage_day referencing new table as came
  for each statement execute function sign_what_is_used();

-- Refuses to pass over months with usage, or with amounts that a marketplace did not take.
create function refuse_to_pass_usage() returns trigger language plpgsql as $$
begin
  if exists (
    select from contract, (
      select to_char(day, 'YYYY-MM') as month from usage_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
      union all
      select to_char(day, 'YYYY-MM') from rated_day where contract_id = new.contract_id
        and day >= (old.month || '-01')::date and day < (new.month || '-01')::date
      union all
      select month from marketplace_share where contract_id = new.contract_id and amount <> 0
        and month >= old.month and month < new.month
    ) as used
    where contract.id = new.contract_id and state in ('Active', 'End', 'Renewed') and not is_study
      and used.month >= first_to_sign(commencing_on, contract.currency)
      and not exists (select from closed_month c where c.contract_id = new.contract_id and c.month = used.month)
      and not exists (select from waiting_month w where w.contract_id = new.contract_id and w.month = used.month)
  ) then
    raise exception 'Contract % has usage before % that is not signed', new.contract_id, new.month
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger next_to_sign_passes_no_usage before update on next_to_sign
  for each row when (new.month > old.month) execute function refuse_to_pass_usage();

create function refuse_other_contract() returns trigger language plpgsql as $$
begin
  raise exception 'What is to be signed next is kept for each contract' using errcode = 'restrict_violation';
end $$;
create trigger next_to_sign_stays_with_its_contract before update on next_to_sign
  for each row when (row(new.contract_id, new.currency) is distinct from row(old.contract_id, old.currency))
  execute function refuse_other_contract();

-- Neither without the other, whatever order one transaction writes them in.
alter table closed_month add constraint closed_month_has_its_statement
  foreign key (contract_id, month) references statement (contract_id, month) deferrable initially deferred;
