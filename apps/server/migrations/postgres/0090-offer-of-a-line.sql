-- A statement's line tells the private offer that it was charged by.
alter table statement_line add column offer_id text;
comment on column statement_line.offer_id is 'The private offer whose price or tiers decided its amount; null where none did.';
