-- When a SKU was last shown in other words, counted in the numbers of rating runs.

alter table sku add column shown_run bigint not null default 0;
comment on column sku.shown_run is 'Runs up to this number may have rated with the words before; those that count are rated again before a month is looked at as a whole.';
