-- Vouchers that wait for the first contract of an account: creating that contract binds them.
create table account_init_voucher (
  id           text primary key,
  account_id   text not null references account (id),
  denomination numeric(38, 8) not null check (denomination > 0),
  currency     text not null check (currency in ('USD', 'CNY')),
  valid_days   int not null check (valid_days between 1 and 3650),
  created_at   timestamptz not null check (isfinite(created_at))
);
comment on column account_init_voucher.valid_days is 'Days of 24 hours, counted from the moment it is bound.';
create index account_init_voucher_account_id on account_init_voucher (account_id, created_at desc, id);
create index account_init_voucher_created_at on account_init_voucher (created_at desc, id);
create trigger account_init_voucher_is_kept before update or delete on account_init_voucher
  for each statement execute function refuse_change();
create trigger account_init_voucher_is_never_emptied before truncate on account_init_voucher
  for each statement execute function refuse_emptying();
