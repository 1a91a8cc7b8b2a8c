-- Money moves and vouchers are bound in years that billing knows. What lies ahead of now the database cannot know, whose
-- clock may be another: `verify` tells that. Of what is there already only changes are held to this.

alter table posting add constraint posting_in_years_of_billing
  check (at >= '2000-01-01T00:00:00Z' and at < '2101-01-01T00:00:00Z') not valid;
alter table voucher add constraint voucher_in_years_of_billing
  check (created_at >= '2000-01-01T00:00:00Z' and created_at < '2101-01-01T00:00:00Z'
    and start_at < '2101-01-01T00:00:00Z') not valid;

-- Issued when it was granted, and not before its contract was made: a window begins no earlier than that, so that none lies
-- in the past.
create or replace function voucher_is_granted() returns trigger language plpgsql as $$
begin
  if not exists (
    select from entry join posting on posting.contract_id = entry.contract_id and posting.id = entry.posting_id
    where entry.contract_id = new.contract_id and entry.account = 'voucher:' || new.id and entry.version = 1
      and posting.at = new.created_at) then
    raise exception 'Voucher % was not granted when it was issued', new.id using errcode = 'restrict_violation';
  end if;
  if new.created_at < (select created_at from contract where id = new.contract_id) then
    raise exception 'Voucher % is older than its contract', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
