create table calendar_tick (
  id      boolean primary key default true check (id),
  last_at timestamptz not null,
  constraint calendar_tick_has_a_time check (isfinite(last_at))
);
comment on table calendar_tick is 'One row, once the calendar has gone round.';
comment on column calendar_tick.last_at is 'The time of its last round, or a later one that a person has accepted.';
create trigger calendar_tick_is_never_emptied before truncate on calendar_tick
  for each statement execute function refuse_emptying();
