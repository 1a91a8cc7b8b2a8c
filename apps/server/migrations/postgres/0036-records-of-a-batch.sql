-- Which records a batch has, and not only how many: one that is stored twice makes up for another that is missing.

alter table usage_batch
  add column hash_total numeric(20) check (hash_total between 0 and 18446744073709551615);
comment on column usage_batch.hash_total is 'Over its records, the sum modulo 2^64 of sipHash64(source) xor sipHash64(id): it means nothing else. None for batches from before this was kept.';

create or replace function refuse_other_batch() returns trigger language plpgsql as $$
begin
  if row(new.contract_id, new.batch_no, new.id, new.month, new.rows, new.accepted_at, new.again_of, new.hash_total)
     is distinct from row(old.contract_id, old.batch_no, old.id, old.month, old.rows, old.accepted_at, old.again_of, old.hash_total) then
    raise exception 'What was acknowledged never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
