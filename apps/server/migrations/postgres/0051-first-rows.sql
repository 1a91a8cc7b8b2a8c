-- The rows that a new installation begins with.
insert into installation (epoch, begun_at) values (gen_random_uuid()::text, now());

insert into rating_terms (reach, changed_run)
select reach, nextval('purchase_run_no')
from unnest(array['USD', 'CNY', 'words'] || array(select 'own-' || lpad(to_hex(byte), 2, '0') from generate_series(0, 255) as byte))
  as given (reach);
