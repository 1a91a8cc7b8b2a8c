-- Which runs can have read the terms that hold now: prices with their discounts, and the words that SKUs are shown in.

create table rating_terms (
  kind        text primary key check (kind in ('prices', 'words')),
  changed_run bigint not null
);
comment on table rating_terms is 'Who changes terms holds their row until they are committed; a run draws its number when nobody does.';
comment on column rating_terms.changed_run is 'Drawn by the last change: runs below it may have read the terms before.';

insert into rating_terms (kind, changed_run) select kind, nextval('purchase_run_no') from unnest(array['prices', 'words']) as given (kind);
