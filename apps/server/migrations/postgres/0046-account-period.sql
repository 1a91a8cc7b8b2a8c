create table account_period (
  contract_id  text primary key references contract (id),
  looked_at    timestamptz,
  beyond_since timestamptz,
  late_from    timestamptz,
  look_at      timestamptz,
  mark         text check (mark in ('moved','rated')),
  -- Suspension pauses data clouds, destruction deletes them, a cure resumes them.
  service      text not null default 'running' check (service in ('running','paused','deleted')),
  follow_at    timestamptz,
  -- A check that is due at once has -infinity.
  constraint account_period_has_its_times
    check (isfinite(looked_at) and isfinite(beyond_since) and isfinite(late_from) and look_at < 'infinity')
);
comment on column account_period.looked_at is 'The last application of the rule; the row keeps its results.';
comment on column account_period.beyond_since is 'The time from which the undisputed debt has been beyond the credit limit.';
comment on column account_period.late_from is 'The time, past or future, from which a statement is late: overdue, and covered by neither cash nor credit. The last check found it.';
comment on column account_period.look_at is 'The next time at which time alone changes the state; -infinity while there is a mark.';
comment on column account_period.mark is 'The kind of change since the last check.';
comment on column account_period.service is 'The state that the period requires of the contract''s data clouds.';
comment on column account_period.follow_at is 'The next order to data clouds that do not have the required state; null once all have it.';
create index account_period_to_look_at on account_period (look_at) where look_at is not null;
-- Finds checks by a clock that ran ahead, which are repeated.
create index account_period_looked_at on account_period (looked_at);
create index account_period_to_follow on account_period (follow_at) where follow_at is not null;
create trigger account_period_is_never_emptied before truncate on account_period
  for each statement execute function refuse_emptying();

-- Episodes of breached accounts. They are kept for ever.
create table account_episode (
  contract_id text not null references contract (id),
  no          int not null check (no >= 1),
  cause       text not null check (cause in ('overdue','belowZero','creditLimit')),
  t0          timestamptz not null,
  opened_at   timestamptz not null,
  stopped_at  timestamptz,
  stopped_ms  bigint not null default 0 check (stopped_ms >= 0),
  ended_at    timestamptz,
  ended_how   text check (ended_how in ('cured','reopened')),
  reason      text,
  -- Stopped days are counted up to here, even if a clock that ran ahead counted future days.
  resumed_at  timestamptz,
  primary key (contract_id, no),
  check ((ended_at is null) = (ended_how is null)),
  check ((reason is not null) = coalesce(ended_how = 'reopened', false)),
  constraint account_episode_has_its_times
    check (isfinite(t0) and isfinite(opened_at) and isfinite(stopped_at) and isfinite(resumed_at) and isfinite(ended_at))
);
comment on column account_episode.t0 is 'The time of the breach, which may be before its check.';
comment on column account_episode.opened_at is 'The check that found the breach.';
comment on column account_episode.stopped_at is 'The time from which only disputes keep the episode open. Its days do not count.';
comment on column account_episode.stopped_ms is 'The stopped time before that, in milliseconds.';
comment on column account_episode.reason is 'The reason for reopening the contract.';
comment on column account_episode.resumed_at is 'The last time at which its days counted again; stopped_ms holds the stopped time before.';
create unique index account_episode_open on account_episode (contract_id) where ended_at is null;
create trigger account_episode_is_kept before delete on account_episode for each statement execute function refuse_change();
create trigger account_episode_is_never_emptied before truncate on account_episode
  for each statement execute function refuse_change();

create table account_told (
  contract_id text primary key references contract (id),
  period      text not null
    check (period in ('normal','overdraft','extensionPeriod','suspensionPeriod','backupPeriod','destructionPeriod')),
  is_low      boolean not null,
  t0          timestamptz check (isfinite(t0)),
  late_since  timestamptz check (isfinite(late_since))
);
comment on table account_told is 'The account''s state at the last notification. A new one goes out when it differs.';
comment on column account_told.t0 is 'The episode that people were told of: each is told of anew.';
comment on column account_told.late_since is 'The time since which a statement was overdue within its days of grace, at the last notification.';
create trigger account_told_is_never_emptied before truncate on account_told
  for each statement execute function refuse_emptying();

create function account_episode_keeps_what_happened() returns trigger language plpgsql as $$
begin
  if row(new.contract_id, new.no, new.cause, new.t0, new.opened_at)
     is distinct from row(old.contract_id, old.no, old.cause, old.t0, old.opened_at) then
    raise exception 'When and why an episode began never changes' using errcode = 'restrict_violation';
  end if;
  if old.ended_at is not null then
    raise exception 'An episode that has ended never changes' using errcode = 'restrict_violation';
  end if;
  if new.stopped_ms < old.stopped_ms then
    raise exception 'Days that did not count never come to count' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger account_episode_keeps_what_happened before update on account_episode
  for each row execute function account_episode_keeps_what_happened();

-- A movement of money checks the account in the same transaction and removes the mark. The ticks find marks that are left.
create function mark_account_period() returns trigger language plpgsql as $$
declare
  in_contract text := case when tg_op = 'DELETE' then old.contract_id else new.contract_id end;
begin
  insert into account_period as kept (contract_id, look_at, mark) values (in_contract, '-infinity', tg_argv[0])
  on conflict (contract_id) do update set look_at = '-infinity',
    mark = case when kept.mark = 'moved' then 'moved' else excluded.mark end;
  return null;
end $$;
create trigger credit_limit_marks_account_period after insert or delete or update on credit_limit
  for each row execute function mark_account_period('moved');
create trigger grace_period_marks_account_period after insert or delete or update on grace_period
  for each row execute function mark_account_period('moved');
create trigger posting_marks_account_period after insert on posting
  for each row execute function mark_account_period('moved');
create trigger rated_day_marks_account_period after insert or update or delete on rated_day
  for each row execute function mark_account_period('rated');
create trigger statement_marks_account_period after insert or update or delete on statement
  for each row execute function mark_account_period('moved');
