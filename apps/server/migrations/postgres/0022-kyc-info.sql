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
comment on table kyc_info is 'The buyer, as they stated it; null where they stated nothing.';
comment on column kyc_info.person_social_id is 'The social id of the citizen or of the enterprise''s representative, encrypted for this contract by that key.';
create index kyc_info_sealed_by on kyc_info (key_id, contract_id);
create trigger kyc_info_is_never_emptied before truncate on kyc_info for each statement execute function refuse_emptying();
create trigger kyc_info_is_noted after insert or update or delete on kyc_info
  for each row execute function note_change('contract_id', '{
    contract_id, enterprise_name, enterprise_social_id, enterprise_legal, contact_person, address, citizen_name,
    contact_phone, contact_email, said_at
  }');
