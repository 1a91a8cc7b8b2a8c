-- A change of terms says what it reaches, so that it outdates no rating but those that can have read it.

alter table rating_terms drop constraint rating_terms_kind_check;
alter table rating_terms rename column kind to reach;
comment on column rating_terms.reach is
  '''words'' of SKUs; a currency: its list prices; ''own-'' and a byte in hex: prices and discounts of the contracts whose ids hash to it.';

update rating_terms set reach = 'USD' where reach = 'prices';
insert into rating_terms (reach, changed_run)
select given.reach, terms.changed_run
from rating_terms as terms,
     (select 'CNY' union all select 'own-' || lpad(to_hex(byte), 2, '0') from generate_series(0, 255) as byte)
       as given (reach)
where terms.reach = 'USD';
