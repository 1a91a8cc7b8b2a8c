-- Vouchers pay by the hour. What one that has ended will still pay counts in a balance, and whoever reads a balance may not
-- wait for the usage database: so each rated day keeps what its hours come to.

alter table rated_day
  add column hour_starts timestamptz[],
  add column hour_amounts numeric(38,12)[],
  add constraint rated_day_has_amounts_of_its_hours check (
    (hour_starts is null) = (hour_amounts is null) and cardinality(hour_starts) = cardinality(hour_amounts));
comment on column rated_day.hour_starts is 'The hours of UTC in which its usage begins and that come to something, in order; late usage by its own. None for days that were rated before this was kept.';
comment on column rated_day.hour_amounts is 'What each of them comes to; all together the amount of the day.';

-- Days that vouchers may still pay are rated again, and have their hours then.
insert into usage_dirty_day (contract_id, day)
select contract_id, day from rated_day
where not exists (select from closed_month
    where closed_month.contract_id = rated_day.contract_id and month = to_char(day, 'YYYY-MM'))
  and exists (select from voucher
    where voucher.contract_id = rated_day.contract_id and start_at is not null and balance + lapsed > 0)
order by contract_id, day
on conflict (contract_id, day) do update set version = nextval('usage_mark');
