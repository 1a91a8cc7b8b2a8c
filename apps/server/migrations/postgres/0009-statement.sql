-- Signed statements. What a statement says is written once; afterwards only its confirmation and its payment move.

create table statement (
  contract_id      text not null references contract (id),
  id               text not null,
  month            text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  contract_name    text not null,
  customer_name    text not null,
  currency         text not null check (currency in ('USD','CNY')),
  start_at         timestamptz not null,
  end_at           timestamptz not null,
  statement_on     date not null,
  due_on           date not null,
  confirm_at       timestamptz not null,
  deduct_at        timestamptz not null,
  overdue_from     timestamptz not null,
  signed_at        timestamptz not null,
  line_count       int not null check (line_count >= 0),
  digest           text not null check (digest ~ '^[0-9a-f]{64}$'),
  exact_amount     numeric(38,12) not null,
  amount           numeric(38,8) not null,
  voucher_deducted numeric(38,8) not null check (voucher_deducted >= 0),
  credit_applied   numeric(38,8) not null check (credit_applied >= 0),
  payable          numeric(38,8) not null check (payable >= 0),
  cash_deducted    numeric(38,8) not null default 0 check (cash_deducted >= 0),
  frozen           numeric(38,8) not null default 0 check (frozen >= 0),
  undeducted       numeric(38,8) not null generated always as (payable - cash_deducted) stored,
  deduct_state     text not null generated always as (
    case when cash_deducted = payable then 'fullySettled' when cash_deducted = 0 then 'undeducted' else 'partiallyDeducted' end
  ) stored,
  confirm_state    text not null check (confirm_state in ('unconfirmed','confirmed','manualProcessing')),
  review_reason    text,
  primary key (contract_id, id),
  unique (contract_id, month),
  check (cash_deducted <= payable),
  check (amount = round(exact_amount, 2)),
  check (payable = greatest(amount, 0) - voucher_deducted - credit_applied),
  check (frozen = 0 or confirm_state = 'manualProcessing')
);
create index statement_to_confirm on statement (confirm_at) where confirm_state = 'unconfirmed';
create index statement_to_deduct on statement (deduct_at) where confirm_state = 'confirmed' and deduct_state <> 'fullySettled';
comment on table statement is 'A month of which a row is here is signed: it is never rated again.';
comment on column statement.contract_name is 'As it was at signing, like the customer''s.';
comment on column statement.confirm_at is 'From here it counts as confirmed unless it is disputed: the start of the due day.';
comment on column statement.exact_amount is 'The lines'' exact sum; amount is it, rounded once, half up.';
comment on column statement.credit_applied is 'What negative totals of earlier months took off this one.';
comment on column statement.frozen is 'Cash held while the statement is in dispute.';
comment on column statement.review_reason is 'Why people look into it; set while, and only while, in manual processing.';

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
  row_count        bigint not null check (row_count > 0),
  exact_amount     numeric(38,12) not null,
  amount           numeric(38,8) not null,
  primary key (contract_id, statement_id, line_no),
  foreign key (contract_id, statement_id) references statement (contract_id, id) on delete cascade
);
comment on column statement_line.row_count is 'How many rated rows it sums.';
comment on column statement_line.amount is 'Shown at 2 places; all lines of a statement add up to its amount.';

create function statement_keeps_what_was_signed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.confirm_state <> 'unconfirmed' or old.cash_deducted <> 0 then
      raise exception 'A statement that is confirmed or partly deducted is never deleted' using errcode = '23514';
    end if;
    return old;
  end if;
  -- The generated columns are not known yet in a BEFORE trigger; they follow from what is compared here.
  if row(new.contract_id, new.id, new.month, new.contract_name, new.customer_name, new.currency, new.start_at,
         new.end_at, new.statement_on, new.due_on, new.confirm_at, new.deduct_at, new.overdue_from, new.signed_at,
         new.line_count, new.digest, new.exact_amount, new.amount, new.voucher_deducted, new.credit_applied, new.payable)
     is distinct from
     row(old.contract_id, old.id, old.month, old.contract_name, old.customer_name, old.currency, old.start_at,
         old.end_at, old.statement_on, old.due_on, old.confirm_at, old.deduct_at, old.overdue_from, old.signed_at,
         old.line_count, old.digest, old.exact_amount, old.amount, old.voucher_deducted, old.credit_applied, old.payable)
  then
    raise exception 'What a signed statement says never changes' using errcode = '23514';
  end if;
  if new.confirm_state = 'unconfirmed' and old.confirm_state <> 'unconfirmed' then
    raise exception 'A statement never becomes unconfirmed again' using errcode = '23514';
  end if;
  if new.cash_deducted < old.cash_deducted then
    raise exception 'A deduction is never taken back' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger statement_immutable before update or delete on statement
  for each row execute function statement_keeps_what_was_signed();

create function statement_line_never_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Every number below line_count is taken at signing, so that none can be added later.
    if new.line_no >= (select line_count from statement where contract_id = new.contract_id and id = new.statement_id) then
      raise exception 'A signed statement takes no more lines' using errcode = '23514';
    end if;
    return new;
  end if;
  -- The cascade of a deleted statement comes when its row is gone already.
  if tg_op = 'DELETE' and not exists (select 1 from statement where contract_id = old.contract_id and id = old.statement_id) then
    return old;
  end if;
  raise exception 'The lines of a signed statement never change' using errcode = '23514';
end $$;
create trigger statement_line_immutable before insert or update or delete on statement_line
  for each row execute function statement_line_never_changes();
