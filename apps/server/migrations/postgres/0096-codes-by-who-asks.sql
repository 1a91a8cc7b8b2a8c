-- Codes are counted by who asks for them, so that strangers spend nothing of what an owner may ask for.
alter table auth_job add column counted_as text not null default 'stranger any';
alter table auth_job alter column counted_as drop default;
comment on column auth_job.counted_as is 'The owner''s account or device, or stranger and the purpose that was asked for.';
