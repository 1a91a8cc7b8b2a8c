-- Who did what to an account or a contract, their owners too.
alter table audit
  drop constraint audit_check,
  add column address text,
  add column contract_id text,
  add constraint audit_names_who check (
    case when token_id is null then account_id is not null else num_nonnulls(account_id, operator_id) = 0 end
  );
create index audit_account_id on audit (account_id, id desc) where account_id is not null;
create index audit_contract_id on audit (contract_id, id desc) where contract_id is not null;
comment on table audit is 'One row for each internal call that was let in, for each that changes something as a customer, and for each call that an operator made for somebody else, or wanted to. Append only.';
comment on column audit.account_id is 'Whose session it was, or came to be.';
comment on column audit.operator_id is 'The account of who acted for them, or wanted to.';
comment on column audit.address is 'Where the request came from; null in rows of before this was kept.';
comment on column audit.contract_id is 'Of a call that names a contract: to which it was done.';
