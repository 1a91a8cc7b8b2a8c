-- What had ended without saying when was taken for a study (0030). A cost file names its contract as the source of its usage;
-- what has other usage, or money and none, was bought, and goes on as before. Its months that people had withdrawn wait for
-- them again, as far as postings tell of them: the calendar would sign them by itself.
with bought as (
  update contract set is_study = false
    where is_study and not exists (select from usage_key where source = 'focus:' || contract.id)
      and (exists (select from usage_batch where contract_id = contract.id)
        or exists (select from posting where contract_id = contract.id))
    returning id, case currency when 'CNY' then 'Asia/Shanghai' else 'UTC' end as zone
), withdrawn as (
  select bought.id, to_char((memo ->> 'statementStart')::timestamptz at time zone zone, 'YYYY-MM') as month, max(at) as since
    from bought join posting on contract_id = bought.id
    where kind = 'unsign' and memo ? 'statementStart'
    group by 1, 2
)
insert into waiting_month (contract_id, month, since, reason)
  select id, month, since, 'withdrawn' from withdrawn
    where not exists (select from closed_month closed where closed.contract_id = id and closed.month = withdrawn.month)
  on conflict do nothing;
update account_period set look_at = '-infinity', mark = 'moved'
  where contract_id in (select id from contract where state = 'End' and ended_at is null and not is_study);

-- Months of studies were signed for some time, and are owed and late. What was booked for each of their statements is booked
-- the other way round, as if people had withdrawn it, confirmed or not; then no study has a statement, as none that is
-- imported now ever gets one.

alter table statement disable trigger statement_immutable;

do $withdrawal$
declare
  signed record;
  undone record;
  posted text;
begin
  for signed in
    select statement.*, contract.currency as kept_in, booked.credit,
           jsonb_build_object('statementID', statement.id,
             'statementStart', to_char(start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as memo
    from statement join contract on contract.id = contract_id, lateral (
      select coalesce(sum(amount), 0) as credit
      from posting join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id
      where posting.contract_id = statement.contract_id and memo ->> 'statementID' = statement.id and account = 'credit'
    ) as booked
    where is_study
    -- What has used credit before what has left it, so that it never falls below 0.
    order by contract_id, booked.credit, month
  loop
    if signed.frozen > 0 then
      posted := 'pst-' || translate(substr(md5(signed.contract_id || signed.id || 'held'), 1, 16), '0189', 'wxyz');
      perform ledger_post(signed.contract_id, signed.kept_in, posted, 'unfreeze', now(), signed.memo,
        jsonb_build_array(jsonb_build_object('account', 'frozen', 'kind', 'frozen', 'amount', -signed.frozen),
                          jsonb_build_object('account', 'cash', 'kind', 'cash', 'amount', signed.frozen)));
      update statement set frozen = 0 where contract_id = signed.contract_id and id = signed.id;
    end if;
    -- What signing and paying booked, and then the credit that disputes gave: together they may come to nothing.
    for undone in
      select of_dispute, jsonb_agg(jsonb_build_object('account', account, 'kind', kind, 'ref', ref, 'amount', amount)) as legs
      from (
        select posting.kind = 'credit' as of_dispute, held.id as account, held.kind, held.ref, -sum(entry.amount) as amount
        from posting join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id
          join ledger_account held on held.contract_id = entry.contract_id and held.id = entry.account
        where posting.contract_id = signed.contract_id and memo ->> 'statementID' = signed.id
          and posting.kind in ('sign', 'deduct', 'credit')
        group by of_dispute, held.id, held.kind, held.ref having sum(entry.amount) <> 0
      ) as booked
      group by of_dispute order by of_dispute
    loop
      posted := 'pst-' || translate(substr(md5(
        signed.contract_id || signed.id || case when undone.of_dispute then 'upheld' else 'study' end), 1, 16), '0189', 'wxyz');
      perform ledger_post(signed.contract_id, signed.kept_in, posted, 'unsign', now(), signed.memo, undone.legs);
      if not undone.of_dispute then
        update settlement set reversed_by = posted
          where contract_id = signed.contract_id and statement_id = signed.id and reversed_by is null;
      end if;
    end loop;
  end loop;
end $withdrawal$;

delete from statement where contract_id in (select id from contract where is_study);
delete from closed_month where contract_id in (select id from contract where is_study);
-- What is checked at the end is checked now: a table with checks to come takes no change.
set constraints all immediate;
set constraints all deferred;
alter table statement enable trigger statement_immutable;

-- A month that was withdrawn by people waits for nobody either.
alter table waiting_month disable trigger user;
delete from waiting_month where contract_id in (select id from contract where is_study);
alter table waiting_month enable trigger user;

-- Nothing was ever breached, and somebody looks at it again.
update account_episode set ended_at = now(), ended_how = 'cured'
  where ended_at is null and contract_id in (select id from contract where is_study);
update account_period set look_at = '-infinity', mark = 'moved' where contract_id in (select id from contract where is_study);
