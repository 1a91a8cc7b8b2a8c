-- A contract made of a cost file is a study of what was used: nothing on it is ever signed, owed or paid.
alter table contract add column is_study boolean not null default false;
comment on column contract.is_study is 'Made of a cost file. The calendar, and people, sign no month of it, and it has no account period.';
-- Until now nothing else ended a contract without saying when.
update contract set is_study = true where state = 'End' and ended_at is null;

-- Months of studies that wait for people wait for nobody.
alter table waiting_month disable trigger user;
delete from waiting_month using contract where contract.id = waiting_month.contract_id and contract.is_study;
alter table waiting_month enable trigger user;
