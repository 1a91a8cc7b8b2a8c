create function billing_zone(of_currency text) returns text language sql immutable as $$
  select case of_currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
$$;

-- Contracts.
create table contract (
  id              text primary key,
  sign_id         text not null,
  state           text not null check (state in ('Invalid','Active','Draft','LegalAudit','Approved','Signing','Dropped','End','Renewed')),
  creator         text references account (id),
  tags            text not null,
  buyer_type      text not null check (buyer_type in ('E','P')),
  buyer_name      text not null,
  service_type    text not null check (service_type in ('saas','byoc')),
  currency        text not null check (currency in ('USD','CNY')),
  commencing_on   timestamptz not null,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  -- A study is made from a cost file. Nothing on it is ever signed, owed or paid.
  is_study        boolean not null default false,
  name            text not null default '',
  seller          text not null default '',
  bank_account    text not null default '',
  -- Each installation counts its own sign ids (YYYYMMDD-NNNN). An imported contract keeps its own, and only those that are
  -- given here are unique.
  brought_sign_id boolean not null default false,
  constraint contract_ends_after_it_begins check (ended_at >= commencing_on),
  constraint contract_has_its_times
    check (isfinite(commencing_on) and isfinite(ended_at) and isfinite(created_at))
);
comment on column contract.tags is 'The customer''s own name for it, which they may change.';
comment on column contract.currency is 'Fixed for life. It decides the billing zone too.';
comment on column contract.ended_at is 'Usage that begins then or later is refused; months used before are still signed.';
comment on column contract.is_study is 'No month of a study is signed, and it has no account period.';
comment on column contract.name is 'The name on paper; empty if it is the same as tags.';
comment on column contract.seller is 'The seller on paper, as the person who made the contract typed it. The trade defaults alone say where to pay.';
comment on column contract.bank_account is 'The bank account on paper, typed by the same person.';
comment on column contract.brought_sign_id is 'True if the installation that the contract came from gave the sign id. One that was given here may read the same.';
create index contract_creator on contract (creator, created_at) where creator is not null;
comment on index contract_creator is 'Counts an account''s recent contracts.';
create index contract_ended on contract (id) where ended_at is not null;
comment on index contract_ended is 'Finds ended contracts, whose data clouds are checked until none runs.';
create unique index contract_sign_id on contract (sign_id) where not brought_sign_id;
-- Contracts are never deleted: acknowledged usage and signed bills name them.
create trigger contract_is_kept before delete on contract for each statement execute function refuse_change();
create trigger contract_is_noted after insert or update on contract
  for each row execute function note_change('id', '{
    id, sign_id, state, creator, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at,
    ended_at, is_study, name, seller, bank_account, brought_sign_id
  }');
create trigger contract_is_never_emptied before truncate on contract
  for each statement execute function refuse_emptying();

create table contract_sign_day (
  day  date primary key,
  last int not null
);
comment on table contract_sign_day is 'The last number that was given out in the sign ids YYYYMMDD-NNNN of a day.';
