-- Contracts and who holds which role on them.

create table contract (
  id            text primary key,
  sign_id       text not null unique,
  state         text not null check (state in ('Invalid','Active','Draft','LegalAudit','Approved','Signing','Dropped','End','Renewed')),
  creator       text references account (id),
  tags          text not null,
  buyer_type    text not null check (buyer_type in ('E','P')),
  buyer_name    text not null,
  service_type  text not null check (service_type in ('saas','byoc')),
  currency      text not null check (currency in ('USD','CNY')),
  commencing_on timestamptz not null,
  due_days      int not null default 6 check (due_days between 2 and 120),
  created_at    timestamptz not null
);
comment on column contract.currency is 'For life: nothing converts. It decides the billing zone too.';
comment on column contract.due_days is 'Days from the first of the month after the cycle to the due day; 6 is the 7th.';

create table contract_sign_day (
  day  date primary key,
  last int not null
);
comment on table contract_sign_day is 'The last number given out of the sign ids YYYYMMDD-NNNN of a day.';

create table contract_role (
  contract_id text not null references contract (id),
  account_id  text not null references account (id),
  role        text not null check (role in ('admin','billing_admin','billing_viewer','dc_creator','viewer')),
  granted_at  timestamptz not null,
  primary key (contract_id, account_id, role)
);
create index contract_role_account on contract_role (account_id, contract_id);
