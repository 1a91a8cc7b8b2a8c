-- The epoch of the installation, kept in both databases. A restored installation begins a new epoch, so that a database of
-- the former one is never taken for its partner.
create table installation (
  id       boolean primary key default true check (id),
  epoch    text not null,
  begun_at timestamptz not null
);
comment on table installation is 'One row.';
create trigger installation_is_never_emptied before truncate on installation
  for each statement execute function refuse_emptying();

-- The installation records that it has a usage database, so that a server with another, empty one is refused.
create table usage_database (
  id        boolean primary key default true check (id),
  joined_at timestamptz not null
);
comment on table usage_database is 'One row, from the first start with a usage database on.';
create trigger usage_database_is_never_emptied before truncate on usage_database
  for each statement execute function refuse_emptying();

create table last_backup (
  id       boolean primary key default true check (id),
  taken_at timestamptz not null
);
comment on table last_backup is 'One row, from the first backup on.';
create trigger last_backup_is_never_emptied before truncate on last_backup
  for each statement execute function refuse_emptying();

-- An installation is a sandbox or not for life. Time moves in sandboxes only, and only forwards.
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
comment on table sandbox_clock is 'The moved time. There is no row until time is moved, and never one outside a sandbox.';
comment on column sandbox_clock.shows is 'The product''s time at set_at. It passes from then on, and stands still while there is a goal.';
comment on column sandbox_clock.set_at is 'By the machine''s own clock.';
comment on column sandbox_clock.goal is 'The time that steps are moving to.';
comment on column sandbox_clock.stepped_at is 'The last step, by the clock of PostgreSQL. The process that moves time may have died since.';
create trigger sandbox_clock_is_kept before delete on sandbox_clock for each statement execute function refuse_change();
create trigger sandbox_clock_is_never_emptied before truncate on sandbox_clock
  for each statement execute function refuse_emptying();

-- The product's time, by the clock of PostgreSQL.
create function product_now() returns timestamptz language sql volatile as $$
  select coalesce(
    (select case when goal is null then shows + greatest(clock_timestamp() - set_at, interval '0') else shows end from sandbox_clock),
    clock_timestamp())
$$;

-- Sessions end later by as much as time is moved, so that they last as long as without the move.
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
