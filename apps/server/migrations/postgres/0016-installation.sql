-- Which of its lives an installation is in, told by both databases: one that was restored begins another, so that a
-- database from before never passes for the partner of one from after.

create table installation (
  id       boolean primary key default true check (id),
  epoch    text not null,
  begun_at timestamptz not null
);
comment on table installation is 'One row.';

insert into installation (epoch, begun_at) values (gen_random_uuid()::text, now());
