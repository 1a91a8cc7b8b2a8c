-- Which rated rows count. The rows are in the usage database under a run_no; a run counts from the moment a row here
-- names it, so that a day is replaced by one transaction of this database.

create sequence purchase_run_no as bigint;
comment on sequence purchase_run_no is 'Drawn before a run reads usage and prices: a later number has read at least as much.';

create table rated_day (
  contract_id   text not null references contract (id),
  day           date not null,
  run_no        bigint not null unique,
  rows          bigint not null check (rows > 0),
  amount        numeric(38,12) not null,
  rated_through timestamptz not null,
  rated_at      timestamptz not null,
  primary key (contract_id, day)
);
comment on column rated_day.day is 'A day of the contract''s billing zone; days without usage have no row.';
comment on column rated_day.run_no is 'Only ever replaced by a higher one.';
comment on column rated_day.amount is 'The exact sum of the run''s rows, checked against them before the run counts.';
comment on column rated_day.rated_through is 'The end of the latest usage among the run''s rows.';

create table dead_run (
  run_no      bigint primary key,
  contract_id text not null references contract (id),
  seen_at     timestamptz not null
);
comment on table dead_run is 'Runs found in the usage database that do not count; their rows go once no reader can still hold them.';
