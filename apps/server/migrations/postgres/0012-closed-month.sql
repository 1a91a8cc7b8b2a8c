-- Which months are signed, in a table of its own: metering, prices and rating ask it, and need not know statements.

create table closed_month (
  contract_id text not null references contract (id),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closed_at   timestamptz not null,
  primary key (contract_id, month)
);
comment on table closed_month is 'A month of which a row is here is never rated again, and its prices no longer change.';

insert into closed_month (contract_id, month, closed_at) select contract_id, month, signed_at from statement;

-- Neither without the other, whatever order one transaction writes them in.
alter table statement add constraint statement_closes_its_month
  foreign key (contract_id, month) references closed_month (contract_id, month) deferrable initially deferred;
alter table closed_month add constraint closed_month_has_its_statement
  foreign key (contract_id, month) references statement (contract_id, month) deferrable initially deferred;
