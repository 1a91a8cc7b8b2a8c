create function billing_zone(of_currency text) returns text language sql immutable as $$
  select case of_currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end
$$;

-- Contracts and who holds which role on them.
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
  -- What the calendar may do by itself: notice that a dispute does not use up, months that wait for a person, the time of its
  -- last round, and the end of a contract.
  ended_at        timestamptz,
  -- A contract made of a cost file is a study of what was used: nothing on it is ever signed, owed or paid.
  is_study        boolean not null default false,
  -- What a contract says on paper, and the legal entity that holds it.
  name            text not null default '',
  seller          text not null default '',
  bank_account    text not null default '',
  -- Two installations count the numbers on paper for themselves, YYYYMMDD-NNNN, and there is no room in it to say whose it is.
  -- So a contract that is imported brings its own, and those that are given here are given once.
  brought_sign_id boolean not null default false,
  constraint contract_ends_after_it_begins check (ended_at >= commencing_on),
  -- No time without end: nobody could read what bears it, the calendar would never come to it, and some of it stays for ever.
  -- Of what is there already only changes are held to it.
  constraint contract_has_its_times
    check (isfinite(commencing_on) and isfinite(ended_at) and isfinite(created_at))
);
comment on column contract.tags is 'What its people call it; they may change it.';
comment on column contract.currency is 'For life: nothing converts. It decides the billing zone too.';
comment on column contract.ended_at is 'Usage that begins then or later is refused; the months used until then are still signed.';
comment on column contract.is_study is 'Made of a cost file. The calendar, and people, sign no month of it, and it has no account period.';
comment on column contract.name is 'What it is called on paper; empty where that is as its people call it.';
comment on column contract.seller is 'As the paper says it, by whoever made the contract; where to pay is told by the trade defaults alone.';
comment on column contract.bank_account is 'As seller.';
comment on column contract.brought_sign_id is 'It was given by the installation that the contract comes from; one that was given here may read the same.';
create index contract_creator on contract (creator, created_at) where creator is not null;
comment on index contract_creator is 'How many somebody has made of late.';
create index contract_ended on contract (id) where ended_at is not null;
comment on index contract_ended is 'Their data clouds are looked at again and again, until none of them runs.';
create unique index contract_sign_id on contract (sign_id) where not brought_sign_id;
-- Acknowledged is acknowledged, and who was billed stays.
create trigger contract_is_kept before delete on contract for each statement execute function refuse_change();
create trigger contract_is_noted after insert or update on contract
  for each row execute function note_change('id');
create trigger contract_is_never_emptied before truncate on contract
  for each statement execute function refuse_emptying();

create table contract_sign_day (
  day  date primary key,
  last int not null
);
comment on table contract_sign_day is 'The last number given out of the sign ids YYYYMMDD-NNNN of a day.';
