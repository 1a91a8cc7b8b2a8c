-- The machines that warehouses run on, by cloud. The series decides how many credits a core-hour costs.
create table machine_type (
  cloud_provider        text not null,
  family                text not null,
  size                  text not null,
  series                text not null check (series in ('r', 'm')),
  cores                 int not null check (cores > 0),
  memory_gib            int not null,
  credits_per_core_hour numeric(6, 3) not null check (credits_per_core_hour > 0),
  primary key (cloud_provider, family, size),
  constraint series_is_a_ratio check (memory_gib = cores * case series when 'r' then 8 else 4 end)
);
comment on column machine_type.series is 'By memory per core, and never by the letter that a cloud gives the family: r is 8 GiB, m is 4 GiB.';
create trigger machine_type_is_never_emptied before truncate on machine_type for each statement execute function refuse_emptying();
