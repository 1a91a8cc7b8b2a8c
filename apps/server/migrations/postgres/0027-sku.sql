-- SKUs: the items that meters report and prices name.
create table sku (
  id             text primary key,
  sku_no         int generated always as identity unique,
  product        text not null,
  type           text not null,
  sub_type       text not null,
  billing_item   text not null,
  tier           text not null,
  resource_kind  text not null,
  cost_kind      text not null,
  cloud_provider text not null,
  region         text not null,
  edition        text not null,
  unit           text not null,
  unique (cloud_provider, region, edition, billing_item, tier)
);
comment on column sku.sku_no is 'Its number in the usage database: four bytes a row. A number is never given again.';
comment on column sku.tier is 'Empty where the billing item has none.';
create index sku_billing_item on sku (billing_item);
create trigger sku_is_never_emptied before truncate on sku
  for each statement execute function refuse_emptying();
