-- Single sign-ons in progress, and assertions that were used.
create table sso_request (
  id            text primary key,
  provider_id   text not null references identity_provider (id) on delete cascade,
  browser_hash  text not null,
  target        text not null,
  expires_at    timestamptz not null check (isfinite(expires_at)),
  ticket_hash   text unique,
  name_id       text,
  identifier    text,
  used_at       timestamptz,
  -- An answer holds only while its provider is unchanged.
  provider_hash text,
  check ((ticket_hash is null) = (name_id is null) and (ticket_hash is null) = (identifier is null))
);
comment on column sso_request.id is 'The request id that the provider''s answer must name, once.';
comment on column sso_request.browser_hash is 'SHA-256 of the cookie of the browser that began. No other browser is signed in.';
comment on column sso_request.ticket_hash is 'SHA-256 of the one-time ticket that the answer was exchanged for; null until then.';
comment on column sso_request.provider_hash is 'Hash of the provider''s row when the answer was accepted; null until then.';
create index sso_request_provider_id on sso_request (provider_id);
create index sso_request_expires_at on sso_request (expires_at);

create table sso_assertion (
  provider_id  text not null references identity_provider (id) on delete cascade,
  assertion_id text not null,
  expires_at   timestamptz not null check (isfinite(expires_at)),
  primary key (provider_id, assertion_id)
);
comment on table sso_assertion is 'Accepted assertions until they expire: each is accepted once.';
create index sso_assertion_expires_at on sso_assertion (expires_at);
create trigger sso_assertion_is_never_emptied before truncate on sso_assertion
  for each statement execute function refuse_emptying();
