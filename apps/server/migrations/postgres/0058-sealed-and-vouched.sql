-- What is sealed, and what was vouched for.

-- The number of a person by law is encrypted as second factors are: a copy of the database tells nobody's.
alter table citizen
  add column key_id text,
  drop constraint citizen_social_id_check,
  add constraint citizen_social_id_check check (key_id is not null or social_id ~ '^[0-9A-Za-z]{18}$');
comment on column citizen.social_id is 'Encrypted, and told by no call: what is answered has all but its last four characters hidden.';
comment on column citizen.key_id is 'Of the installation''s key that it is encrypted with; null until the next start for one that was kept before there was any.';

-- An answer counts while its provider is what it was when it was believed.
alter table sso_request add column provider_hash text;
comment on column sso_request.provider_hash is 'Of the provider''s row when the answer was taken; null until then.';
