-- Budgets: an amount for the cost of each month, and what happens when the cost reaches it.
create table budget (
  contract_id text not null references contract (id),
  id          text not null unique,
  name        text not null check (char_length(name) between 1 and 64),
  amount      numeric(38, 8) not null check (amount > 0 and amount <> 'NaN' and amount < 'Infinity'),
  filter      jsonb not null check (jsonb_typeof(filter) = 'object'),
  warnings    integer[] not null check (cardinality(warnings) <= 10 and 0 < all (warnings)),
  forecast_warnings integer[] not null check (cardinality(forecast_warnings) <= 10 and 0 < all (forecast_warnings)),
  at_limit    text not null check (at_limit in ('tell', 'ask', 'stop')),
  created_at  timestamptz not null check (isfinite(created_at)),
  terms_since timestamptz not null check (isfinite(terms_since)),
  marks       bigint not null default 1,
  counted     bigint not null default 0 check (counted <= marks),
  month       text check (month ~ '^\d{4}-\d{2}$'),
  spent       numeric check (spent <> 'NaN' and scale(spent) <= 12),
  expected    numeric check (expected <> 'NaN' and scale(expected) <= 12),
  expected_at timestamptz check (isfinite(expected_at)),
  counted_at  timestamptz check (isfinite(counted_at)),
  stopped_ids text[] not null default '{}',
  gone_on_in  text check (gone_on_in ~ '^\d{4}-\d{2}$'),
  gone_on_by  text,
  primary key (contract_id, id),
  constraint budget_name unique (contract_id, name),
  check (num_nulls(month, spent, counted_at) in (0, 3)),
  check (expected is null or (month is not null and expected_at is not null)),
  check ((gone_on_in is null) = (gone_on_by is null))
);
comment on column budget.filter is 'The usage that it counts, with the filters of cost analysis.';
comment on column budget.warnings is 'Shares of the amount in percent at which people are told.';
comment on column budget.forecast_warnings is 'Shares of the amount in percent at which people are told of what the month is expected to come to.';
comment on column budget.terms_since is 'The time of the last change of its terms: earlier months are not told of by these.';
comment on column budget.expected is 'The expected cost of the month; null if the budget does not warn by it, or too few days are known.';
comment on column budget.expected_at is 'The time of the last forecast; null makes it due.';
comment on column budget.marks is 'Grows with each change of the contract''s rated days and of its data clouds'' tags, and with new terms.';
comment on column budget.counted is 'The marks that the last count has seen. It is due while there are more.';
comment on column budget.month is 'The month of spent, in the contract''s zone. In another month nothing is counted yet.';
comment on column budget.stopped_ids is 'The data clouds that it keeps stopped, whatever their tags become. The first count of a new filter empties it.';
comment on column budget.gone_on_in is 'The month in which somebody chose to continue although the cost had reached the amount. Another amount, consequence or filter forgets it.';
comment on column budget.gone_on_by is 'The e-mail of who chose it, as it was then; empty for an internal system.';
create index budget_due on budget (contract_id) where marks > counted;
create trigger budget_is_never_emptied before truncate on budget
  for each statement execute function refuse_emptying();
create trigger budget_is_noted after insert or delete or update of name, amount, filter, warnings, forecast_warnings, at_limit, gone_on_in on budget
  for each row execute function note_change('contract_id', '{
    contract_id, id, name, amount, filter, warnings, forecast_warnings, at_limit, gone_on_in, gone_on_by
  }');

-- By the statement: a rating changes the days of many contracts at once.
create function mark_budgets() returns trigger language plpgsql as $$
begin
  update budget set marks = marks + 1 where contract_id in (select contract_id from changed);
  return null;
end $$;
create trigger rated_day_marks_budgets after insert on rated_day
  referencing new table as changed for each statement execute function mark_budgets();
create trigger changed_rated_day_marks_budgets after update on rated_day
  referencing new table as changed for each statement execute function mark_budgets();
create trigger deleted_rated_day_marks_budgets after delete on rated_day
  referencing old table as changed for each statement execute function mark_budgets();
-- A tag holds from the start of its hour, of which usage may be rated already.
create trigger datacloud_tag_marks_budgets after insert on datacloud_tag
  referencing new table as changed for each statement execute function mark_budgets();
create trigger changed_datacloud_tag_marks_budgets after update on datacloud_tag
  referencing new table as changed for each statement execute function mark_budgets();
