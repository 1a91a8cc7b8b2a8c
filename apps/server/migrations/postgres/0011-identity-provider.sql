-- Who vouches for the people of a domain, and which account each of them has.
create table identity_provider (
  id             text primary key,
  domain         text not null unique check (domain = lower(domain)),
  name           text not null,
  entity_id      text not null,
  sign_on_url    text not null,
  certificates   text[] not null check (cardinality(certificates) between 1 and 3),
  makes_accounts boolean not null,
  created_at     timestamptz not null check (isfinite(created_at))
);
comment on column identity_provider.entity_id is 'What it calls itself in what it signs. It never changes: the people that are linked are its own.';
comment on column identity_provider.certificates is 'In PEM. Nothing else says whether a signature is its own.';
-- Emptied, an e-mail that was given to somebody else would open the account of whoever had it before.
create trigger identity_provider_is_never_emptied before truncate on identity_provider
  for each statement execute function refuse_emptying();

create table provider_link (
  provider_id text not null references identity_provider (id) on delete cascade,
  name_id     text not null,
  account_id  text not null references account (id) on delete cascade,
  linked_at   timestamptz not null check (isfinite(linked_at)),
  primary key (provider_id, name_id),
  unique (provider_id, account_id)
);
comment on table provider_link is 'A person is known by what the provider calls them, whatever becomes of their e-mail.';
create index provider_link_account_id on provider_link (account_id);
create trigger provider_link_is_never_emptied before truncate on provider_link
  for each statement execute function refuse_emptying();

-- Why sign-ons of an identity provider were refused, for whoever sets it up.
create table provider_refusal (
  provider_id text not null references identity_provider (id) on delete cascade,
  no          bigint generated always as identity,
  at          timestamptz not null check (isfinite(at)),
  about       text not null,
  reason      text not null check (length(reason) <= 500),
  primary key (provider_id, no)
);
comment on table provider_refusal is 'The last few of each provider. They are forgotten after 30 days.';
comment on column provider_refusal.reason is 'In our words: nothing that a browser brought, but times of an answer whose signature holds.';
create index provider_refusal_at on provider_refusal (at);
