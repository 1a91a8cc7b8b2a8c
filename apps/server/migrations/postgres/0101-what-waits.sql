-- What waits is told: since when days wait to be rated, and when the last backup was taken.
alter table usage_dirty_day add column marked_at timestamptz not null default now();

create table last_backup (
  id       boolean primary key default true check (id),
  taken_at timestamptz not null
);
comment on table last_backup is 'One row, once there was one.';
create trigger last_backup_is_never_emptied before truncate on last_backup
  for each statement execute function refuse_emptying();
