-- What a clock that ran ahead wrote down is put right by one that is right, and no time is kept that no clock shows.

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
  -- No dispute begins in time to come: where a clock that ran ahead said so, it begins about now.
  if new.confirm_state = old.confirm_state and new.disputed_at is distinct from old.disputed_at
     and not (new.disputed_at < old.disputed_at and new.disputed_at > clock_timestamp() - interval '1 minute')
  then
    raise exception 'When a dispute began never changes' using errcode = '23514';
  end if;
  if new.hidden_at is distinct from old.hidden_at
     and not (old.confirm_state = 'manualProcessing' and new.confirm_state = 'confirmed')
  then
    raise exception 'What a dispute has hidden is known when it ends' using errcode = '23514';
  end if;
  if new.confirm_state = 'unconfirmed' and old.confirm_state <> 'unconfirmed' then
    raise exception 'A statement never becomes unconfirmed again' using errcode = '23514';
  end if;
  if new.cash_deducted < old.cash_deducted then
    raise exception 'A deduction is never taken back' using errcode = '23514';
  end if;
  return new;
end $$;

alter table posting add constraint posting_has_a_time check (isfinite(at));

-- What was used is billed: a contract does not begin after it, and does not become a study once anything stands on it.
create function commencing_stays_before_usage() returns trigger language plpgsql as $$
begin
  if exists (select from usage_day where contract_id = new.id
      and day < date_trunc('month', new.commencing_on at time zone case new.currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end)) then
    raise exception 'Contract % began before it was used', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_commencing_stays_before_usage before update on contract
  for each row when (new.commencing_on > old.commencing_on) execute function commencing_stays_before_usage();

create function refuse_other_study() returns trigger language plpgsql as $$
begin
  if old.is_study or exists (select from posting where contract_id = old.id)
     or exists (select from closed_month where contract_id = old.id)
     or exists (select from usage_day where contract_id = old.id) then
    raise exception 'Whether contract % is a study is said when it is made', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_stays_a_study_or_none before update on contract
  for each row when (new.is_study is distinct from old.is_study) execute function refuse_other_study();
