-- When a data cloud was deleted: usage that starts from then on is refused.

alter table datacloud add column deleted_at timestamptz check (isfinite(deleted_at));
comment on column datacloud.deleted_at is 'When it became DELETED: what it used while it was being deleted happened.';
-- Nobody kept when. Usage from before this is taken in, as it was.
alter table datacloud disable trigger datacloud_is_noted;
update datacloud set deleted_at = now() where state = 'DELETED';
alter table datacloud enable trigger datacloud_is_noted;
alter table datacloud add constraint datacloud_deleted_at check ((deleted_at is not null) = (state = 'DELETED'));

create function datacloud_keeps_its_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'When a data cloud was deleted never changes' using errcode = 'restrict_violation';
end $$;
create trigger datacloud_keeps_its_deletion before update on datacloud
  for each row when (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
  execute function datacloud_keeps_its_deletion();
