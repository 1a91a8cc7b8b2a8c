-- Which prices pass: an open one was there when they came, and it goes on where they end.
alter table price add column passing boolean not null default false;
-- Of those from before it is certain where something goes on right after them.
update price set passing = true
  from price going
  where going.goes_on and going.sku_id = price.sku_id and going.currency = price.currency
    and going.contract_id is not distinct from price.contract_id
    and going.effective_from = price.effective_to and not price.ended_by_next;
alter table price
  add constraint price_that_passes_has_an_end check (not passing or (effective_to is not null and not ended_by_next));
comment on column price.passing is 'It came while a version without an end held, which goes on after it: also when what began there instead is deleted.';
