-- An installation knows that it has a usage database, so that a server with an empty one of its own is told apart.
create table usage_database (
  id        boolean primary key default true check (id),
  joined_at timestamptz not null
);
comment on table usage_database is 'One row, once one has joined.';
create trigger usage_database_is_never_emptied before truncate on usage_database
  for each statement execute function refuse_emptying();
