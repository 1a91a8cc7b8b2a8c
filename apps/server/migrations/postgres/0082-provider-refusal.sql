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
