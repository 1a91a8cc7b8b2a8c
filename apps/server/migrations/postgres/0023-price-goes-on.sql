-- Which versions of a price nobody asked for: they fill the time after a passing one.
alter table price add column goes_on boolean not null default false;
comment on column price.goes_on is 'It goes on where a passing version ended, as nobody asked for: one that begins with it stands in its stead.';
