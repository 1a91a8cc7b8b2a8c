-- What can be metered, what it costs, and a contract's discount on all of it.

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
comment on column sku.sku_no is 'What the usage database calls it: four bytes a row. Given once, never again.';
comment on column sku.tier is 'Empty where the billing item has none.';
create index sku_billing_item on sku (billing_item);

-- Ranges of one point each: with them a constraint can ask for equality without an extension.
create type text_range as range (subtype = text, collation = "C");

create table price (
  id             text primary key,
  sku_id         text not null references sku (id),
  contract_id    text references contract (id),
  currency       text not null check (currency in ('USD','CNY')),
  unit_price     numeric(38,12) not null check (unit_price >= 0),
  list_price     numeric(38,12) not null check (list_price >= 0),
  price_unit     text not null,
  effective_from timestamptz not null,
  effective_to   timestamptz,
  check (effective_to > effective_from),
  constraint price_versions_never_overlap exclude using gist (
    text_range(sku_id, sku_id, '[]') with &&,
    text_range(currency, currency, '[]') with &&,
    text_range(coalesce(contract_id, ''), coalesce(contract_id, ''), '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on table price is 'Versions, each valid in [effective_from, effective_to). A contract''s own price wins over the list price.';
comment on column price.contract_id is 'Null for a list price.';
comment on column price.unit_price is 'Per unit of the SKU: what amounts are computed with.';
comment on column price.list_price is 'As quoted, per price_unit: what people see.';
create index price_sku on price (sku_id, currency, effective_from);
create index price_contract on price (contract_id) where contract_id is not null;

create table discount (
  contract_id    text not null references contract (id),
  id             text not null,
  rate           numeric(7,6) not null check (rate > 0 and rate <= 1),
  effective_from timestamptz not null,
  effective_to   timestamptz,
  primary key (contract_id, id),
  check (effective_to > effective_from),
  constraint discounts_never_overlap exclude using gist (
    text_range(contract_id, contract_id, '[]') with &&,
    tstzrange(effective_from, effective_to) with &&
  )
);
comment on column discount.rate is 'A multiplier of every price of the contract: 0.85 means pay 85 %.';
