-- Hash totals told no source from an id: a record was taken for one whose source is its id and whose id its source.

alter table usage_batch drop column hash_total;
alter table usage_batch add column hash_total numeric(20) check (hash_total between 0 and 18446744073709551615);
comment on column usage_batch.hash_total is 'Over its records, the sum modulo 2^64 of sipHash64(source), turned left by a bit, xor sipHash64(id): it means nothing else. None for batches from before this was kept.';
