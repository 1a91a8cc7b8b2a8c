-- The key pair of a contract, which signs its licences.
create table contract_key (
  contract_id text primary key references contract (id),
  public_key  bytea not null unique check (octet_length(public_key) = 32),
  key_id      text not null,
  secret      text not null,
  created_at  timestamptz not null check (isfinite(created_at))
);
comment on column contract_key.public_key is 'Ed25519, raw.';
comment on column contract_key.secret is 'The private key (PKCS #8), encrypted for this contract by the installation''s key of that id.';
-- Re-encryption finds the rows of a former key in this order.
create index contract_key_sealed_by on contract_key (key_id, contract_id);
create trigger contract_key_is_kept before delete on contract_key for each statement execute function refuse_change();
create trigger contract_key_is_never_emptied before truncate on contract_key for each statement execute function refuse_emptying();

-- Licences that are out are verified by this key until they expire.
create function contract_key_stays() returns trigger language plpgsql as $$
begin
  if row(new.contract_id, new.public_key, new.created_at) is distinct from row(old.contract_id, old.public_key, old.created_at) then
    raise exception 'A contract keeps its key' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_key_stays before update on contract_key for each row execute function contract_key_stays();
