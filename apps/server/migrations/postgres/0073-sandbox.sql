-- Whether an installation is a sandbox is said once, when it is made. Only in a sandbox is time moved, and only forwards.

create table installation_mode (
  id         boolean primary key default true check (id),
  is_sandbox boolean not null,
  unique (id, is_sandbox)
);
comment on table installation_mode is 'One row from the first start on, beside that of installation.';
create trigger installation_mode_is_for_life before update or delete on installation_mode
  for each statement execute function refuse_change();
create trigger installation_mode_is_never_emptied before truncate on installation_mode
  for each statement execute function refuse_emptying();

create table sandbox_clock (
  id         boolean primary key default true check (id),
  is_sandbox boolean not null default true check (is_sandbox),
  shows      timestamptz not null check (isfinite(shows)),
  set_at     timestamptz not null check (isfinite(set_at) and set_at <= shows),
  goal       timestamptz check (isfinite(goal) and goal >= shows),
  stepped_at timestamptz not null default clock_timestamp(),
  foreign key (id, is_sandbox) references installation_mode (id, is_sandbox)
);
comment on table sandbox_clock is 'How far time was moved: no row until it is, and none at all where the installation is no sandbox.';
comment on column sandbox_clock.shows is 'What time it is: at set_at, from when on time passes, or for as long as there is a goal.';
comment on column sandbox_clock.set_at is 'By the machine''s own clock.';
comment on column sandbox_clock.goal is 'Where time is being moved to, step by step; meanwhile it stands still.';
comment on column sandbox_clock.stepped_at is 'When it was moved last, by the clock of PostgreSQL: who moved it may be gone.';

-- What time it is in this installation, by the clock of PostgreSQL.
create function product_now() returns timestamptz language sql volatile as $$
  select coalesce(
    (select case when goal is null then shows + greatest(clock_timestamp() - set_at, interval '0') else shows end from sandbox_clock),
    clock_timestamp())
$$;

-- People's sessions last as long as they would have: by how much time is moved, so much later they end.
create function sandbox_clock_goes_forward() returns trigger language plpgsql as $$
declare
  shown timestamptz := new.set_at;
  moved interval;
begin
  if tg_op = 'UPDATE' then
    shown := case when old.goal is null then old.shows + greatest(new.set_at - old.set_at, interval '0') else old.shows end;
    if new.set_at < old.set_at then
      raise exception 'A clock that was set is not set earlier' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.shows < shown or not isfinite(new.shows) then
    raise exception 'Time goes only forwards, to an instant' using errcode = 'restrict_violation';
  end if;
  moved := make_interval(secs => extract(epoch from new.shows - shown)::double precision);
  if moved > interval '0' then
    update session set last_used_at = last_used_at + moved, proved_at = proved_at + moved, expires_at = expires_at + moved;
    update known_device set signed_in_at = signed_in_at + moved;
  end if;
  return new;
end $$;
create trigger sandbox_clock_goes_forward before insert or update on sandbox_clock
  for each row execute function sandbox_clock_goes_forward();
create trigger sandbox_clock_is_kept before delete on sandbox_clock for each statement execute function refuse_change();
create trigger sandbox_clock_is_never_emptied before truncate on sandbox_clock
  for each statement execute function refuse_emptying();

-- As before, but that a dispute which a clock that ran ahead let begin in time to come begins about now: by the time of the
-- installation, which may be a sandbox.
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
     and not (new.disputed_at < old.disputed_at and new.disputed_at > product_now() - interval '1 minute')
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
