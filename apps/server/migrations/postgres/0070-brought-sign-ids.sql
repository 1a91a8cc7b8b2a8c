-- Two installations count the numbers on paper for themselves, YYYYMMDD-NNNN, and there is no room in it to say whose it is.
-- So a contract that is imported brings its own, and those that are given here are given once.
alter table contract add column brought_sign_id boolean not null default false;
comment on column contract.brought_sign_id is 'It was given by the installation that the contract comes from; one that was given here may read the same.';
alter table contract drop constraint contract_sign_id_key;
create unique index contract_sign_id on contract (sign_id) where not brought_sign_id;
comment on column contract.seller is 'As the paper says it, by whoever made the contract; where to pay is told by the trade defaults alone.';
comment on column contract.bank_account is 'As seller.';
