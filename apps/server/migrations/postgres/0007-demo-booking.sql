-- Requests for a demo.
create table demo_booking (
  id          text primary key,
  name        text not null,
  email       text not null,
  company     text not null,
  phone       text not null,
  message     text not null,
  time_wishes timestamptz[] not null check ('infinity' <> all (time_wishes) and '-infinity' <> all (time_wishes)),
  network     text not null,
  created_at  timestamptz not null check (isfinite(created_at))
);
comment on column demo_booking.email is 'The e-mail as it was typed, unproven. It may belong to an account.';
comment on column demo_booking.network is 'The network of the request, by which requests are limited.';
create index demo_booking_created_at on demo_booking (created_at desc, id);
create index demo_booking_network on demo_booking (network, created_at);
create trigger demo_booking_is_never_emptied before truncate on demo_booking
  for each statement execute function refuse_emptying();
