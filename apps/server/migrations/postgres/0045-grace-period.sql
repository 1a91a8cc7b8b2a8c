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
  temporary       boolean not null default false,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint grace_period_temporary_has_an_end check (not temporary or effective_to is not null and not ended_by_next),
  constraint grace_periods_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (not temporary),
  constraint temporary_grace_periods_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (temporary)
);
comment on column grace_period.grace_days is 'Days after the due day for which being late breaches nothing.';
comment on column grace_period.extension_days is 'Days from the breach to the end of the extension period. Suspension and backup days are counted from the breach, too.';
comment on column grace_period.temporary is 'True if it lies in another version, which continues after it.';
create trigger grace_period_is_noted after insert or update or delete on grace_period
  for each row execute function note_change('contract_id', '{
    contract_id, id, grace_days, extension_days, suspension_days, backup_days, effective_from, effective_to,
    created_at, temporary
  }');
create trigger grace_period_is_never_emptied before truncate on grace_period
  for each statement execute function refuse_emptying();
create trigger grace_period_stays before insert or update or delete on grace_period
  for each row execute function agreed_terms_stay('account');
