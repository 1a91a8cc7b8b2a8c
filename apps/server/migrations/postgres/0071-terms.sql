-- Terms that hold for a time: what was agreed with one contract, as versions over [effective_from, effective_to), no two at
-- once. Discounts and purchase blacklists are here already; credit limits and grace periods are new. All four have one shape.

alter table discount
  add column ended_by_next boolean not null default false,
  add column reason text not null default '',
  add column created_at timestamptz not null default now() check (isfinite(created_at));
alter table purchase_blacklist
  add column ended_by_next boolean not null default false,
  add column reason text not null default '',
  add column created_at timestamptz not null default now() check (isfinite(created_at));

create table credit_limit (
  contract_id    text not null references contract (id),
  id             text not null,
  amount         numeric(38,8) not null check (amount >= 0 and amount < 1e14),
  effective_from timestamptz not null check (isfinite(effective_from)),
  effective_to   timestamptz check (isfinite(effective_to)),
  ended_by_next  boolean not null default false,
  reason         text not null,
  created_at     timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint credit_limits_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on column credit_limit.amount is 'How much the contract may be below zero while it holds, in its currency; 0 leaves no day of warning either.';

create table grace_period (
  contract_id     text not null references contract (id),
  id              text not null,
  grace_days      int not null check (grace_days between 0 and 366),
  extension_days  int not null check (extension_days between 0 and 366),
  suspension_days int not null check (suspension_days between extension_days and 366),
  backup_days     int not null check (backup_days between suspension_days and 366),
  effective_from  timestamptz not null check (isfinite(effective_from)),
  effective_to    timestamptz check (isfinite(effective_to)),
  ended_by_next   boolean not null default false,
  reason          text not null,
  created_at      timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint grace_periods_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on column grace_period.grace_days is 'Days after the due day for which being late breaches nothing.';
comment on column grace_period.extension_days is 'From the breach to the end of the period, as of the two that follow.';

-- What a signed month stood on never changes, whoever writes it; nor, of terms that say where an account stands, what its
-- last look stood on. The value and the beginning of a version count from its beginning on, its end from the earlier end.
create function agreed_terms_stay() returns trigger language plpgsql as $$
declare
  of_contract text := case when tg_op = 'DELETE' then old.contract_id else new.contract_id end;
  changed_from timestamptz;
begin
  if tg_op = 'UPDATE' and row(new.contract_id, new.id, new.created_at)
      is distinct from row(old.contract_id, old.id, old.created_at) then
    raise exception 'Whose terms they are never changes' using errcode = 'restrict_violation';
  end if;
  changed_from := case
    when tg_op = 'INSERT' then new.effective_from
    when tg_op = 'DELETE' then old.effective_from
    when to_jsonb(new) - '{effective_to,ended_by_next,reason}'::text[]
      is distinct from to_jsonb(old) - '{effective_to,ended_by_next,reason}'::text[]
      then least(old.effective_from, new.effective_from)
    when new.effective_to is distinct from old.effective_to then least(old.effective_to, new.effective_to)
  end;
  if exists (
    select from closed_month join contract on contract.id = closed_month.contract_id
    where closed_month.contract_id = of_contract
      and changed_from < (to_date(month, 'YYYY-MM') + interval '1 month')
        at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
  ) then
    raise exception 'Terms from % reach a month that is signed', changed_from using errcode = 'restrict_violation';
  end if;
  if tg_argv[0] = 'account' and exists (
    select from account_period where account_period.contract_id = of_contract and looked_at > changed_from
  ) then
    raise exception 'Terms from % are what the account stood on', changed_from using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

-- One guard in place of those of before, by which a version to come could not be corrected.
drop trigger discount_of_signed_months_never_comes on discount;
drop trigger discount_of_signed_months_never_goes on discount;
drop trigger discount_of_signed_months_stays on discount;
drop trigger discount_keeps_its_terms on discount;
drop trigger purchase_blacklist_of_signed_months_stays on purchase_blacklist;
drop function purchase_blacklist_of_signed_months_stays;

do $terms$
declare
  of_rating text[] := '{discount,purchase_blacklist}';
  of_account text[] := '{credit_limit,grace_period}';
  name text;
begin
  foreach name in array of_rating || of_account loop
    execute format('create trigger %I before insert or update or delete on %I for each row execute function agreed_terms_stay(%L)',
                   name || '_stays', name, case when name = any (of_account) then 'account' else 'rating' end);
  end loop;
  foreach name in array of_account loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
                   name || '_is_never_emptied', name);
    execute format('create trigger %I after insert or update or delete on %I for each row execute function mark_account_period(''moved'')',
                   name || '_marks_account_period', name);
  end loop;
end $terms$;

-- Why, the platform's people say to each other.
create trigger credit_limit_is_noted after insert or update or delete on credit_limit
  for each row execute function note_change('contract_id', '{reason,ended_by_next}');
create trigger grace_period_is_noted after insert or update or delete on grace_period
  for each row execute function note_change('contract_id', '{reason,ended_by_next}');
create trigger discount_is_noted after insert or update or delete on discount
  for each row execute function note_change('contract_id', '{reason,ended_by_next}');
create trigger purchase_blacklist_is_noted after insert or update or delete on purchase_blacklist
  for each row execute function note_change('contract_id', '{reason,ended_by_next}');

-- What is late, the oldest first, of all contracts.
create index statement_not_deducted on statement (overdue_from, contract_id, id) where undeducted > 0;
