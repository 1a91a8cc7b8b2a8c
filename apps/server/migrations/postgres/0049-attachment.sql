-- Files of private offers: a row describes the file, its pieces hold the bytes.
create table attachment (
  contract_id        text not null,
  offer_id           text not null,
  id                 text not null unique,
  original_file_name text not null check (char_length(original_file_name) between 1 and 255),
  media_type         text not null check (media_type in
    ('application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/octet-stream')),
  file_size          int not null check (file_size between 1 and 20971520),
  digest             text not null check (digest ~ '^[0-9a-f]{64}$'),
  created_at         timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  foreign key (contract_id, offer_id) references private_offer (contract_id, id) deferrable initially deferred
);
comment on column attachment.original_file_name is 'The sender''s name of the file. It is shown, and is never part of a path.';
comment on column attachment.media_type is 'Derived from the content; application/octet-stream if we cannot show it.';
comment on column attachment.digest is 'The SHA-256 of its bytes.';
create index attachment_of_offers on attachment (contract_id, offer_id, created_at);
create trigger attachment_is_never_emptied before truncate on attachment for each statement execute function refuse_emptying();
create trigger attachment_is_noted after insert or delete on attachment
  for each row execute function note_change('contract_id', '{
    contract_id, offer_id, id, original_file_name, media_type, file_size, created_at
  }');
create trigger attachment_never_changes before update on attachment for each statement execute function refuse_change();

create table attachment_piece (
  contract_id   text not null,
  attachment_id text not null,
  piece_no      int not null check (piece_no >= 0),
  content       bytea not null check (octet_length(content) between 1 and 262144),
  primary key (contract_id, attachment_id, piece_no),
  foreign key (contract_id, attachment_id) references attachment (contract_id, id) on delete cascade
);
comment on table attachment_piece is 'The bytes of an attachment, 256 KiB a piece but for the last, in their order from 0.';
create trigger attachment_piece_is_never_emptied before truncate on attachment_piece
  for each statement execute function refuse_emptying();
create trigger attachment_piece_never_changes before update on attachment_piece for each statement execute function refuse_change();
-- Files are compressed already.
alter table attachment_piece alter column content set storage external;

-- At the end of a transaction the pieces match the file's row.
create function attachment_is_whole() returns trigger language plpgsql as $$
declare
  bytes bigint;
  digest text;
begin
  select sum(octet_length(content)), encode(sha256(string_agg(content, ''::bytea order by piece_no)), 'hex')
    into bytes, digest
    from attachment_piece where contract_id = new.contract_id and attachment_id = new.id;
  if bytes is distinct from new.file_size or digest is distinct from new.digest then
    raise exception 'Attachment % is not the file that its row says', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger attachment_is_whole after insert on attachment
  deferrable initially deferred for each row execute function attachment_is_whole();

-- A later piece would make a complete file longer.
create function attachment_piece_fits() returns trigger language plpgsql as $$
begin
  if (select sum(octet_length(content)) from attachment_piece
        where contract_id = new.contract_id and attachment_id = new.attachment_id)
      is distinct from (select file_size from attachment where contract_id = new.contract_id and id = new.attachment_id) then
    raise exception 'The pieces of attachment % are not its size', new.attachment_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger attachment_piece_fits after insert on attachment_piece
  deferrable initially deferred for each row execute function attachment_piece_fits();

create function attachment_piece_stays_with_its_file() returns trigger language plpgsql as $$
begin
  if exists (select from attachment where contract_id = old.contract_id and id = old.attachment_id) then
    raise exception 'A piece goes with its attachment' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger attachment_piece_stays_with_its_file before delete on attachment_piece
  for each row execute function attachment_piece_stays_with_its_file();

-- Files that a buyer may have seen stay with the offer.
create function attachments_change_in_drafts() returns trigger language plpgsql as $$
declare
  changed attachment := coalesce(new, old);
begin
  if exists (select from private_offer where contract_id = changed.contract_id and id = changed.offer_id
      and (state not in ('draft', 'rejected') or deleted_at is not null)) then
    raise exception 'The attachments of offer % stay', changed.offer_id using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;
create trigger attachment_changes_in_drafts before insert or delete on attachment
  for each row execute function attachments_change_in_drafts();
