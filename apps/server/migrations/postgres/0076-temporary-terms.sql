-- A version may lie inside another one, where whoever agrees on it says so: it holds in place of the other one for its time,
-- and the other one keeps its own beginning and end. Of the rest no two hold at once, as before.
do $terms$
declare
  of_time text[] := '{discount,purchase_blacklist,credit_limit,grace_period,tiered_rate}';
  never_overlap text[] := '{discounts_never_overlap,purchase_blacklist_never_overlaps,credit_limits_never_overlap,grace_periods_never_overlap,tiered_rates_never_overlap}';
  name text;
  rule text;
begin
  alter table tiered_rate add column ended_by_next boolean not null default false;
  for name, rule in select * from unnest(of_time, never_overlap) loop
    execute format('alter table %I
      add column temporary boolean not null default false,
      add constraint %I check (not temporary or effective_to is not null and not ended_by_next)',
      name, name || '_temporary_has_an_end');
    execute format('comment on column %I.temporary is %L', name,
      'It takes its time from the version that it lies in, which goes on afterwards.');
    execute format('alter table %I drop constraint %I', name, rule);
    for kind in 0..1 loop
      execute format('alter table %I add constraint %I exclude using gist (
          text_range(contract_id, contract_id, ''[]'') with &&, %s
          tstzrange(effective_from, effective_to) with &&
        ) where (%s temporary)',
        name, case kind when 0 then rule else 'temporary_' || rule end,
        case name when 'purchase_blacklist' then 'text_range(sku_id, sku_id, ''[]'') with &&,' else '' end,
        case kind when 0 then 'not' else '' end);
    end loop;
  end loop;
end $terms$;
comment on column tiered_rate.ended_by_next is 'The version that begins at `effective_to` set it, and nobody asked for it.';

drop trigger tiered_rate_keeps_its_terms on tiered_rate;
create trigger tiered_rate_keeps_its_terms before update on tiered_rate for each row
  when (to_jsonb(new) - '{effective_to,ended_by_next}'::text[]
    is distinct from to_jsonb(old) - '{effective_to,ended_by_next}'::text[])
  execute function refuse_other_terms();
drop trigger tiered_rate_is_noted on tiered_rate;
create trigger tiered_rate_is_noted after insert or update or delete on tiered_rate
  for each row execute function note_change('contract_id', '{ended_by_next}');
