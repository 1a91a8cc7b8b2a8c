-- Tags of data clouds, with their history: usage takes the tags of its hour.
create table datacloud_tag (
  contract_id  text not null references contract (id),
  datacloud_id text not null,
  key          text not null check (key ~ '^[A-Za-z0-9_./:-]{1,64}$'),
  from_hour    timestamptz not null check (from_hour = date_trunc('hour', from_hour, 'UTC')),
  value        text check (char_length(value) <= 256),
  changed_at   timestamptz not null check (changed_at >= from_hour and changed_at < from_hour + interval '1 hour'),
  primary key (contract_id, datacloud_id, key, from_hour)
);
comment on table datacloud_tag is 'A row for each hour in which a tag changed. It holds from that hour until the next row of its key.';
comment on column datacloud_tag.datacloud_id is 'A renewal copies the rows to the new contract. Usage of the former contract keeps the tags that it had there.';
comment on column datacloud_tag.value is 'Null if the tag was removed.';
comment on column datacloud_tag.changed_at is 'The last change in the hour, which is the one that holds.';
create trigger datacloud_tag_is_kept before delete on datacloud_tag for each statement execute function refuse_change();
create trigger datacloud_tag_is_never_emptied before truncate on datacloud_tag
  for each statement execute function refuse_emptying();
create trigger datacloud_tag_is_noted after insert or update or delete on datacloud_tag
  for each row execute function note_change('contract_id', '{contract_id, datacloud_id, key, from_hour, value}');

-- Usage was shown with the tags of hours that have passed.
create function datacloud_tag_of_past_hours_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
       row(new.contract_id, new.datacloud_id, new.key, new.from_hour)
         is distinct from row(old.contract_id, old.datacloud_id, old.key, old.from_hour)
       or new.changed_at < old.changed_at) then
    raise exception 'A tag changes its value within its hour only' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from datacloud_tag as later
    where later.contract_id = new.contract_id and later.datacloud_id = new.datacloud_id and later.key = new.key
      and later.from_hour > new.from_hour) then
    raise exception 'A tag has changed since that hour' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger datacloud_tag_of_past_hours_stays before insert or update on datacloud_tag
  for each row execute function datacloud_tag_of_past_hours_stays();
