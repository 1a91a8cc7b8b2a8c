-- Identity providers by e-mail domain, and the accounts that they sign in.
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
comment on column identity_provider.entity_id is 'The issuer in its assertions. It never changes, since the linked people are its own.';
comment on column identity_provider.certificates is 'PEM. Signatures are verified by these alone.';
-- Without links, an e-mail that was reassigned would open the account of its former owner.
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
comment on table provider_link is 'The provider''s name_id identifies a person, even when their e-mail changes.';
create index provider_link_account_id on provider_link (account_id);
create trigger provider_link_is_never_emptied before truncate on provider_link
  for each statement execute function refuse_emptying();

-- Reasons why sign-ons were refused, for the person who sets up the provider.
create table provider_refusal (
  provider_id text not null references identity_provider (id) on delete cascade,
  no          bigint generated always as identity,
  at          timestamptz not null check (isfinite(at)),
  about       text not null,
  reason      text not null check (length(reason) <= 500),
  primary key (provider_id, no)
);
comment on table provider_refusal is 'The last few of each provider. They are deleted after 30 days.';
comment on column provider_refusal.reason is 'In our words. It quotes nothing from the browser but the times of a correctly signed answer.';
create index provider_refusal_at on provider_refusal (at);
