-- People who would like to be shown the product.
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
comment on column demo_booking.email is 'As it was typed. It may have an account or not: nobody has proved that it is theirs.';
comment on column demo_booking.network is 'Where it came from, as that is limited.';
create index demo_booking_created_at on demo_booking (created_at desc, id);
create index demo_booking_network on demo_booking (network, created_at);
create trigger demo_booking_is_never_emptied before truncate on demo_booking
  for each statement execute function refuse_emptying();
