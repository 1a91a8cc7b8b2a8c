-- What a contract says on paper, and the legal entity that holds it.

alter table contract
  add column name text not null default '',
  add column seller text not null default '',
  add column bank_account text not null default '';
comment on column contract.tags is 'What its people call it; they may change it.';
comment on column contract.name is 'What it is called on paper; empty where that is as its people call it.';
comment on column contract.bank_account is 'From which account its buyer means to pay, as they say.';

create index contract_creator on contract (creator, created_at) where creator is not null;
comment on index contract_creator is 'How many somebody has made of late.';

create table kyc_info (
  contract_id          text primary key references contract (id),
  enterprise_name      text,
  enterprise_social_id text,
  enterprise_legal     text,
  contact_person       text,
  address              text,
  citizen_name         text,
  contact_phone        text,
  contact_email        text,
  person_social_id     text,
  key_id               text,
  said_at              timestamptz not null check (isfinite(said_at)),
  check ((person_social_id is null) = (key_id is null))
);
comment on table kyc_info is 'Who buys, as they say; what was never said is null.';
comment on column kyc_info.person_social_id is 'Of the citizen, or of who represents the enterprise: encrypted for this contract by the key of that id.';
create trigger kyc_info_is_never_emptied before truncate on kyc_info for each statement execute function refuse_emptying();
