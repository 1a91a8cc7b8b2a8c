-- What the platform does to a contract by itself, because its time has come or a controller has ended an order, is in the
-- contract's audit too: changes without a row there would be nobody's.
alter table audit
  drop constraint audit_names_who,
  add constraint audit_names_who check (
    case
      when token_id is not null then num_nonnulls(account_id, operator_id) = 0
      when account_id is not null then true
      else operator_id is null and contract_id is not null and address is null
    end
  );
comment on table audit is 'One row for each internal call that was let in, for each that changes something as a customer, for each call that an operator made for somebody else, or wanted to, and for what the platform changed of a contract by itself. Append only.';
comment on column audit.call is 'The operation; or the act, of which nobody made a call.';
comment on column audit.request_id is 'Of the request; or the id of what was carried out, where there was none.';
comment on column audit.account_id is 'Whose session it was, or came to be; null with operator_id and token_id where the platform acted by itself.';

create index contract_ended on contract (id) where ended_at is not null;
comment on index contract_ended is 'Their data clouds are looked at again and again, until none of them runs.';
