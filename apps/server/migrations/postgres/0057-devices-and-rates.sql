-- A session knows its device, so that the device is a stranger's again when the session is ended for it; and servers tell
-- each other who asks them often.

alter table session add column known_device text;
comment on column session.known_device is 'The token_hash of the known_device it was opened on; null for one that was opened before this was kept.';

create table request_count (
  key     text not null,
  server  text not null,
  count   int not null check (count > 0),
  ends_at timestamptz not null check (isfinite(ends_at)),
  primary key (server, key)
);
comment on table request_count is 'What each server has counted of who asks often, told every few seconds; it counts until ends_at, by the clock of this database.';
comment on column request_count.key is 'A network address, or the SHA-256 of a session''s token: the token itself is never stored.';
comment on column request_count.server is 'Of one process, made up at its start. Nobody else writes its rows.';
create index request_count_ends_at on request_count (ends_at);
