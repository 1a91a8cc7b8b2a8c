-- Single sign-ons on their way, and what was used of them.
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
  -- An answer counts while its provider is what it was when it was believed.
  provider_hash text,
  check ((ticket_hash is null) = (name_id is null) and (ticket_hash is null) = (identifier is null))
);
comment on column sso_request.id is 'What the provider''s answer has to name. It is answered once.';
comment on column sso_request.browser_hash is 'Of the cookie of the browser that began: no other is signed in.';
comment on column sso_request.ticket_hash is 'Of what the answer was exchanged for, good once; null until it is answered.';
comment on column sso_request.provider_hash is 'Of the provider''s row when the answer was taken; null until then.';
create index sso_request_provider_id on sso_request (provider_id);
create index sso_request_expires_at on sso_request (expires_at);

create table sso_assertion (
  provider_id  text not null references identity_provider (id) on delete cascade,
  assertion_id text not null,
  expires_at   timestamptz not null check (isfinite(expires_at)),
  primary key (provider_id, assertion_id)
);
comment on table sso_assertion is 'What was believed, until nobody would believe it any more: it is believed once.';
create index sso_assertion_expires_at on sso_assertion (expires_at);
create trigger sso_assertion_is_never_emptied before truncate on sso_assertion
  for each statement execute function refuse_emptying();
