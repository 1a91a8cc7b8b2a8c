-- When a contract's statements are due, as versions that begin with a month; until now one number on the contract.

create table due_date (
  contract_id text not null references contract (id),
  id          text not null,
  from_month  text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  due_days    int not null check (due_days between 2 and 120),
  created_at  timestamptz not null,
  primary key (contract_id, id),
  unique (contract_id, from_month)
);
comment on table due_date is 'Holds for the statements of from_month and later, until the next one begins. Without one the 7th holds.';
comment on column due_date.due_days is 'Days from the first of the month after the cycle to the due day; 6 is the 7th.';

-- An id like all others: hexadecimal digits that base32 lacks become letters that hexadecimal lacks.
insert into due_date (contract_id, id, from_month, due_days, created_at)
select id, 'due-' || translate(substr(md5(id), 1, 16), '0189', 'wxyz'),
       to_char(least(commencing_on, '9999-12-01 00:00+00') at time zone case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end, 'YYYY-MM'),
       due_days, created_at
from contract where due_days <> 6;

alter table contract drop column due_days;
